package dev.gatehouse.areas.notifications;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * Something that the owner was told. Stored as one flat object.
 *
 * @param source the name of the key that told it
 * @param sentAt when it went out to mail and push
 */
record Notification(
    String id,
    @JsonUnwrapped Message message,
    String source,
    Instant createdAt,
    Instant sentAt,
    @JsonUnwrapped Delivery delivery) {

  record Message(String title, String body) {}

  /** The fate of a notification on its two ways. */
  record Delivery(@JsonUnwrapped Mailed mailed, @JsonUnwrapped Pushed pushed) {
    static final Delivery NONE = new Delivery(new Mailed(false, null), new Pushed(false, 0, null));
  }

  /**
   * @param emailError null unless the mail was not accepted
   */
  record Mailed(boolean emailSent, String emailError) {}

  /**
   * @param pushCount how many subscribers have it
   * @param pushError the first thing that went wrong; null if nothing did
   */
  record Pushed(boolean pushSent, int pushCount, String pushError) {}

  String title() {
    return message.title();
  }

  String body() {
    return message.body();
  }

  /** This notification once it went out. */
  Notification with(Delivery outcome) {
    return new Notification(id, message, source, createdAt, sentAt, outcome);
  }
}
