/** The owner's calendar, local or at a provider: events, free slots, bookings and invitations. */
package dev.gatehouse.areas.calendar;
