package dev.gatehouse.areas.notifications;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.area.sequence.EventSequence;
import dev.gatehouse.areas.notifications.mail.PostOffice;
import dev.gatehouse.areas.notifications.push.PushSender;
import dev.gatehouse.areas.notifications.push.PushSender.PushPayload;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.messages.NotificationMessages;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts notifications. Stores and publishes each, sends it by email and push, and returns the
 * results.
 */
record NotificationOperations(
    NotificationRepository book,
    EventSequence sequence,
    PostOffice post,
    OwnerMails contents,
    PushSender push,
    UnsentNotifications unsent,
    Preferences preferences,
    Dispatcher dispatcher,
    InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(NotificationOperations.class);

  Map<String, Area.Handler> operations() {
    return Map.of(
        "notifications.notify", Area.returning(Receipt.class, NotifyRequest.class, this::create),
        "notifications.list", Area.returning(Listing.class, this::list),
        "notifications.stream", sequence::missed);
  }

  private record NotifyRequest(String title, String body) {}

  private record Outcome(
      String id, @JsonUnwrapped Notification.Delivery delivery, Instant sentAt) {}

  private record Receipt(boolean success, String message, Outcome data) {}

  private record Listed(
      String _id,
      @JsonUnwrapped Notification.Message message,
      Instant sentAt,
      @JsonUnwrapped Notification.Mailed mailed,
      String source,
      Instant createdAt) {
    static Listed of(Notification stored) {
      return new Listed(
          stored.id(),
          stored.message(),
          stored.times().sentAt(),
          stored.delivery().mailed(),
          stored.source(),
          stored.createdAt());
    }
  }

  private record Page(List<Listed> notifications, PageOrder.Pagination pagination) {}

  private record Listing(boolean success, Page data) {}

  private Answer create(Call call, NotifyRequest told)
      throws InterruptedException, ExecutionException {
    badRequestUnless(!told.body().isBlank(), "body", "must not be blank");
    Email letter = contents.notification(told.title(), told.body()).checked();
    Instant now = clock.instant();
    String id = book.newId();
    String source = call.caller().subject();
    boolean muted = preferences.muted(source);
    var stored =
        new Notification(
            id,
            new Notification.Message(told.title(), told.body()),
            source,
            Notification.Times.at(now),
            Notification.Delivery.NONE,
            muted ? null : unsent.names());
    book.add(stored);
    append(stored);
    dispatcher.publish(NotificationMessages.CREATED, stored.created());
    if (muted) {
      return Answer.ok(
          new Receipt(
              true, "stored; the source is muted", new Outcome(id, stored.delivery(), now)));
    }
    List<String> channelsLeft = unsent.queueChannels(stored);
    Notification sent = send(stored, letter);
    complete(unsent.left(sent, channelsLeft));
    return Answer.ok(new Receipt(true, "stored", new Outcome(id, sent.delivery(), now)));
  }

  /** The notification is stored. If it cannot be added to the sequence now, a job adds it. */
  private void append(Notification stored) {
    try {
      sequence.append(stored.event());
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("notification {} is streamed later: {}", stored.id(), e.getMessage());
    }
  }

  /** The notification is stored and sent. A failure to store its results does not undo either. */
  private void complete(Notification sent) {
    try {
      book.complete(sent);
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("outcome of notification {} could not be stored: {}", sent.id(), e.getMessage());
    }
  }

  private Notification send(Notification stored, Email letter)
      throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> emailError = threads.submit(() -> mail(letter, stored));
      Future<PushSender.Result> pushed =
          threads.submit(
              () -> push.send(new PushPayload(stored.id(), stored.title(), stored.body())));
      PushSender.Result push = pushed.get();
      return stored.with(
          new Notification.Delivery(
              new Notification.Mailed(emailError.get() == null, emailError.get()),
              new Notification.Pushed(push.sent(), push.count(), push.error())));
    }
  }

  /** Returns null if the mail server accepted the email, else the error. */
  private String mail(Email letter, Notification stored) {
    try {
      post.send(letter, post.messageId(stored.id()), stored.createdAt());
      return null;
    } catch (DeliveryException e) {
      return e.getMessage();
    }
  }

  private Answer list(Call call) {
    var page = ListPage.of(call, book.shown(call.text("source"), clock.instant()), Listed::of);
    return Answer.ok(new Listing(true, new Page(page.entries(), page.pagination())));
  }
}
