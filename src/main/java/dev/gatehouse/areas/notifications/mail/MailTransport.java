package dev.gatehouse.areas.notifications.mail;

import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.Email;
import java.time.Instant;

/** Transport for emails. */
public interface MailTransport {

  /**
   * Sends an email and returns after it was accepted. Blocks.
   *
   * @param letter a validated email with a recipient
   * @param messageId with its angle brackets; identical for each attempt
   * @param written time at which the email was written
   * @throws DeliveryException if it was not accepted, or if the outcome is unknown
   */
  void send(Email letter, String messageId, Instant written) throws DeliveryException;
}
