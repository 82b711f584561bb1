package dev.gatehouse.notifications;

import java.time.Instant;

/**
 * Something that the owner was told.
 *
 * @param source the name of the key that told it
 * @param sentAt when it went out to mail and push
 * @param emailError null unless the mail was not accepted
 * @param pushCount how many subscribers have it
 * @param pushError the first thing that went wrong; null if nothing did
 */
record Notification(
    String id,
    String title,
    String body,
    String source,
    Instant createdAt,
    Instant sentAt,
    boolean emailSent,
    String emailError,
    boolean pushSent,
    int pushCount,
    String pushError) {}
