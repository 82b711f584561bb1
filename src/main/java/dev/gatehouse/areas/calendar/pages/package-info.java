/** Content of the booking pages. */
package dev.gatehouse.areas.calendar.pages;
