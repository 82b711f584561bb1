package dev.gatehouse.notifications.push;

import java.time.Instant;

/**
 * A browser that wants to be told.
 *
 * @param id follows from the endpoint
 * @param endpoint where its push service takes messages for it
 * @param p256dh its public key, base64url
 * @param auth its secret, base64url
 * @param subject whose token made it
 */
record Subscription(
    String id, String endpoint, String p256dh, String auth, String subject, Instant createdAt) {}
