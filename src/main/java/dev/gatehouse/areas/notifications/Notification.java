package dev.gatehouse.areas.notifications;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.sequence.SequencedEvent;
import dev.gatehouse.bus.Json;
import dev.gatehouse.messages.NotificationMessages;
import dev.gatehouse.messages.NotificationMessages.NotificationCreated;
import java.time.Instant;

/**
 * A notification to the owner. Stored as one flat object.
 *
 * @param source name of the key that sent it
 * @param channels names of what is not sent or queued yet, separated by commas: mail, push and
 *     channels; null if nothing is left
 */
record Notification(
    String id,
    @JsonUnwrapped Message message,
    String source,
    @JsonUnwrapped Times times,
    @JsonUnwrapped Delivery delivery,
    String channels) {

  record Message(String title, String body) {}

  /**
   * @param sentAt time of its delivery by email and push
   */
  record Times(Instant createdAt, Instant sentAt) {
    static Times at(Instant now) {
      return new Times(now, now);
    }
  }

  /** Delivery results of a notification by email and push. */
  record Delivery(@JsonUnwrapped Mailed mailed, @JsonUnwrapped Pushed pushed) {
    static final Delivery NONE = new Delivery(new Mailed(false, null), new Pushed(false, 0, null));
  }

  /**
   * @param emailError null unless the mail server did not accept it
   */
  record Mailed(boolean emailSent, String emailError) {}

  /**
   * @param pushCount number of subscribers that received it
   * @param pushError first error; null if there was none
   */
  record Pushed(boolean pushSent, int pushCount, String pushError) {}

  String title() {
    return message.title();
  }

  String body() {
    return message.body();
  }

  Instant createdAt() {
    return times.createdAt();
  }

  Notification with(Delivery outcome) {
    return new Notification(id, message, source, times, outcome, channels);
  }

  /** Returns this notification with the names of what is left to send; null for none. */
  Notification left(String names) {
    return new Notification(id, message, source, times, delivery, names);
  }

  /** Returns the event of a stored notification. */
  NotificationCreated created() {
    return new NotificationCreated(id, title(), body(), source, Json.time(createdAt()));
  }

  /** Returns the event of the stream. */
  SequencedEvent event() {
    return new SequencedEvent(
        id, createdAt(), NotificationMessages.STREAMED.event(created()).data());
  }
}
