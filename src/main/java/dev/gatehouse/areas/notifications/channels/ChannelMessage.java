package dev.gatehouse.areas.notifications.channels;

import java.time.Instant;

/** Notification that channels deliver. */
public record ChannelMessage(
    String id, String title, String body, String source, Instant createdAt) {}
