/** The calendar provider of the Google kind. */
package dev.gatehouse.calendar.google;
