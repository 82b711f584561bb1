package dev.gatehouse.areas.notifications.push;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * A browser that wants to be told. Stored as one flat object.
 *
 * @param id follows from the endpoint
 * @param endpoint where its push service takes messages for it
 */
record Subscription(
    String id,
    String endpoint,
    @JsonUnwrapped Keys keys,
    @JsonUnwrapped Subscriber subscriber,
    @JsonUnwrapped Seat seat) {

  /**
   * The keys that messages to it are encrypted with.
   *
   * @param p256dh its public key, base64url
   * @param auth its secret, base64url
   */
  record Keys(String p256dh, String auth) {}

  /**
   * Whoever subscribed.
   *
   * @param subject whose credential it was
   * @param expiresAt null for one that stays
   */
  record Subscriber(String subject, Instant createdAt, Instant expiresAt) {}

  /**
   * The places that it takes; each has an index that lets nobody else have it.
   *
   * @param place among all subscriptions, counted from 0; null where an earlier release stored it
   * @param share the subscriber's name and a number
   */
  record Seat(Integer place, String share) {}

  String p256dh() {
    return keys.p256dh();
  }

  String auth() {
    return keys.auth();
  }

  String subject() {
    return subscriber.subject();
  }

  boolean expired(Instant now) {
    return subscriber.expiresAt() != null && !subscriber.expiresAt().isAfter(now);
  }

  /** This subscription on another seat. */
  Subscription on(Seat other) {
    return new Subscription(id, endpoint, keys, subscriber, other);
  }
}
