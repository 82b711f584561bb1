package dev.gatehouse.areas.calendar.booking;

import java.time.ZoneId;

/**
 * A meeting that somebody wants, checked.
 *
 * @param zone in which its local times were given
 * @param attendee an e-mail address; empty for none
 * @param meetLink whether a video call is wanted
 */
public record Meeting(
    String title,
    String description,
    TimeSpan span,
    ZoneId zone,
    String attendee,
    boolean meetLink) {}
