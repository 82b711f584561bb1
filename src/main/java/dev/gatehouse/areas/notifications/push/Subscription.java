package dev.gatehouse.areas.notifications.push;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * A browser's push subscription. Stored as one flat object.
 *
 * @param id derived from the endpoint
 * @param endpoint address at which its push service accepts messages for it
 */
record Subscription(
    String id,
    String endpoint,
    @JsonUnwrapped Keys keys,
    @JsonUnwrapped Subscriber subscriber,
    @JsonUnwrapped Seat seat) {

  /**
   * Encryption keys of the subscription.
   *
   * @param p256dh its public key, base64url
   * @param auth its secret, base64url
   */
  record Keys(String p256dh, String auth) {}

  /**
   * The subscriber.
   *
   * @param subject subject of the subscriber's credential
   * @param expiresAt null if it does not expire
   */
  record Subscriber(String subject, Instant createdAt, Instant expiresAt) {}

  /**
   * Permits that the subscription holds. Each has a unique index, so no two subscriptions share
   * one.
   *
   * @param place number among all subscriptions, from 0; null if stored by an earlier release
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

  Subscription on(Seat other) {
    return new Subscription(id, endpoint, keys, subscriber, other);
  }
}
