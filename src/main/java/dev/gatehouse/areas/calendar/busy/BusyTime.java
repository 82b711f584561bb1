package dev.gatehouse.areas.calendar.busy;

import dev.gatehouse.areas.calendar.booking.TimeSpan;

/**
 * A time at which the owner is busy without a meeting.
 *
 * @param id of the blocked time; null for a time of another calendar
 * @param title empty for a time of another calendar
 * @param source host of the other calendar; empty for a blocked time
 */
public record BusyTime(String id, String title, String source, TimeSpan span) {}
