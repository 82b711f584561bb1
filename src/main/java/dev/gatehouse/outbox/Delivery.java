package dev.gatehouse.outbox;

import java.time.Duration;

/**
 * One kind of promised work.
 *
 * @param kind the word for it in the documents
 * @param maxAttempts after which an entry is dead
 * @param longest bound of one attempt
 * @param carrier does it
 */
public record Delivery(String kind, int maxAttempts, Duration longest, Carrier carrier) {

  /** The way out for one kind. */
  @FunctionalInterface
  public interface Carrier {
    /**
     * Delivers an entry and returns when it was accepted; blocks. It may be asked again for one
     * that was accepted, when the node died before that was stored: the entry's id tells.
     *
     * @throws DeliveryException when it was not accepted, or nobody knows
     */
    void deliver(OutboxEntry entry) throws DeliveryException;
  }
}
