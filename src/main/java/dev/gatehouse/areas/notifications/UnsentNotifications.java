package dev.gatehouse.areas.notifications;

import module java.base;

import dev.gatehouse.areas.notifications.channels.ChannelMessage;
import dev.gatehouse.areas.notifications.channels.NotificationChannels;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is left of notifications, through the outbox. A stored notification names all of it. A
 * request queues the channel messages, sends the email and the push messages, and then stores the
 * names of what has failed. A job queues what the names state, also after an interrupted request.
 *
 * @param patience time after which no request sends a notification any more
 */
record UnsentNotifications(
    NotificationRepository book,
    Outbox outbox,
    OwnerMails contents,
    NotificationChannels channels,
    Duration patience,
    InstantSource clock) {
  private static final String MAIL = "mail";
  private static final int MAX_QUEUED = 200;
  private static final Logger LOG = LoggerFactory.getLogger(UnsentNotifications.class);

  /** Returns the names of all that a new notification is sent to. */
  String names() {
    return String.join(
        ",",
        Stream.concat(Stream.of(MAIL, NotificationChannels.PUSH), channels.names().stream())
            .toList());
  }

  /** Queues the channel messages. Returns the names of those that a failing store has left. */
  List<String> queueChannels(Notification stored) {
    List<String> names = channels.names();
    try {
      names.forEach(name -> enqueue(name, stored));
      return List.of();
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("notification {} is sent to channels later: {}", stored.id(), e.getMessage());
      return names;
    }
  }

  /** Returns a notification that names what its request could not send or queue. */
  Notification left(Notification sent, List<String> channelsLeft) {
    List<String> names = new ArrayList<>(channelsLeft);
    if (!sent.delivery().mailed().emailSent()) {
      names.add(MAIL);
    }
    Notification.Pushed pushed = sent.delivery().pushed();
    if (!pushed.pushSent() && pushed.pushError() != null) {
      names.add(NotificationChannels.PUSH);
    }
    return sent.left(names.isEmpty() ? null : String.join(",", names));
  }

  private void enqueue(String name, Notification stored) {
    if (name.equals(MAIL)) {
      // With this ID, the email has the Message-ID that the request has used.
      outbox.enqueue(stored.id(), contents.notification(stored.title(), stored.body()).request());
    } else {
      channels.enqueue(
          name,
          new ChannelMessage(
              stored.id(), stored.title(), stored.body(), stored.source(), stored.createdAt()));
    }
  }

  /**
   * Queues what is left of notifications. A notification names the channels that existed when it
   * was stored, so a later channel gets no older message. Blocks.
   */
  void queue() {
    Instant before = clock.instant().minus(patience);
    List<Notification> some = book.unsent(before, MAX_QUEUED);
    while (!some.isEmpty()) {
      for (Notification stored : some) {
        for (String name : stored.channels().split(",")) {
          enqueue(name, stored);
        }
        book.markQueued(stored);
      }
      some = book.unsent(before, MAX_QUEUED);
    }
  }
}
