/** Booking: the local calendar, office hours, claims of time, and the mail of guests. */
package dev.gatehouse.areas.calendar.booking;
