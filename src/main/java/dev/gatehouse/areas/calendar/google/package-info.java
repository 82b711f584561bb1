/** The calendar provider of the Google kind. */
package dev.gatehouse.areas.calendar.google;
