/** The owner's calendar, kept here or by a provider: events, free slots, bookings, invitations. */
package dev.gatehouse.areas.calendar;
