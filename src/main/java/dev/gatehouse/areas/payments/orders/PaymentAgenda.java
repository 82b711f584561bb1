package dev.gatehouse.areas.payments.orders;

import java.time.Instant;

/**
 * Schedule of an order, and the time of its last change.
 *
 * @param declines number of declined captures; the next capture uses another request id
 * @param busyUntil end of the capture's exclusive time; null while no capture is running
 * @param lookAt time of the next check at the provider; null for never
 * @param looks number of checks since the state last changed
 * @param updatedAt time of the last change
 * @param announceAt time from which the shop is to be notified of a change; null for none
 */
public record PaymentAgenda(
    int declines,
    Instant busyUntil,
    Instant lookAt,
    int looks,
    Instant updatedAt,
    Instant announceAt) {
  static PaymentAgenda first(Instant lookAt, Instant now) {
    return new PaymentAgenda(0, null, lookAt, 0, now, null);
  }

  PaymentAgenda lookingAt(Instant time) {
    return busy(null, time, 0);
  }

  PaymentAgenda declined(int number, Instant time) {
    return new PaymentAgenda(number, null, time, 0, updatedAt, announceAt);
  }

  PaymentAgenda busy(Instant until, Instant time, int number) {
    return new PaymentAgenda(declines, until, time, number, updatedAt, announceAt);
  }

  PaymentAgenda announcing(Instant time) {
    return new PaymentAgenda(declines, busyUntil, lookAt, looks, updatedAt, time);
  }

  PaymentAgenda changedAt(Instant now) {
    return new PaymentAgenda(declines, busyUntil, lookAt, looks, now, announceAt);
  }
}
