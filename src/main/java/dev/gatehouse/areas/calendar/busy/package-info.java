/** Busy times of the owner's other calendars, which are read as iCalendar files. */
package dev.gatehouse.areas.calendar.busy;
