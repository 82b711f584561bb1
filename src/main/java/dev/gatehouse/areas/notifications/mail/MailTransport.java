package dev.gatehouse.areas.notifications.mail;

import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.Email;
import java.time.Instant;

/** A way out for letters. */
public interface MailTransport {

  /**
   * Hands a letter over and returns when it has been accepted; blocks.
   *
   * @param letter checked, with a recipient
   * @param messageId with its angle brackets; a letter that is handed over again keeps it
   * @param written when the letter was
   * @throws DeliveryException when it was not accepted, or nobody knows
   */
  void send(Email letter, String messageId, Instant written) throws DeliveryException;
}
