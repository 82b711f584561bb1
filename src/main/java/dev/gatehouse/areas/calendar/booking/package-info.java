/** Booking: the local calendar, office hours, claims of time, and emails to guests. */
package dev.gatehouse.areas.calendar.booking;
