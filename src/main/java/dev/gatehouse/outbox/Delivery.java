package dev.gatehouse.outbox;

import java.time.Duration;

/**
 * Delivery settings of one kind of outbox entry.
 *
 * @param kind name of the kind in the documents
 * @param maxAttempts number of attempts after which an entry is dead
 * @param longest maximum duration of one attempt
 * @param carrier performs the delivery
 */
public record Delivery(String kind, int maxAttempts, Duration longest, Carrier carrier) {

  /** Delivers entries of one kind. */
  @FunctionalInterface
  public interface Carrier {
    /**
     * Delivers an entry and returns when it was accepted; blocks. The same entry may be delivered
     * again if the node died before the acceptance was stored. The entry's id identifies the
     * repetition.
     *
     * @throws DeliveryException if it was not accepted, or the outcome is unknown
     */
    void deliver(OutboxEntry entry) throws DeliveryException;
  }
}
