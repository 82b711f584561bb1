package dev.gatehouse.calendar.booking;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Invitations on their way to the notifications area, which mails them. Each is stored before its
 * event is booked and held until it is, so that neither a dead node nor an area that is not there
 * costs one.
 */
public final class Invitations {
  private static final Logger LOG = LoggerFactory.getLogger(Invitations.class);
  private static final Duration HELD = Duration.ofMinutes(2);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int MAX_DOUBLINGS = 9;
  private static final int BATCH = 50;
  private static final int ID_BYTES = 12;

  private final DocumentCollection<Invitation> invitations;
  private final Dispatcher dispatcher;
  private final InstantSource clock;

  /**
   * A mail that the notifications area is asked to send.
   *
   * @param invitation an iCalendar object
   */
  record Letter(String to, String subject, String text, String invitation) {}

  /** The letter and its own id: asking again for what was promised already changes nothing. */
  private record MailRequest(String id, Letter letter) {}

  /**
   * One letter.
   *
   * @param event whose it is
   * @param held until its event is booked
   * @param due when it is handed over next, or when a held one is looked at
   */
  private record Invitation(
      String id, String event, Letter letter, boolean held, Instant due, int attempts) {}

  public Invitations(Documents documents, Dispatcher dispatcher, InstantSource clock) {
    this.invitations = documents.collection("calendarInvitations", Invitation.class);
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  /** Makes the indexes; blocks. */
  public void prepare() {
    invitations.index(new JsonObject().put("due", 1), new IndexOptions());
    invitations.index(new JsonObject().put("event", 1), new IndexOptions());
  }

  /** Stores a letter that goes nowhere until its event is booked; blocks. */
  void hold(String event, Letter letter) {
    invitations.insert(
        new Invitation(invitations.newId(), event, letter, true, clock.instant().plus(HELD), 0));
  }

  /** Stores a letter that goes at once, and once however often it is stored; blocks. */
  void send(String event, String occasion, Letter letter) {
    String id = Sha256.hex(occasion + ' ' + event, ID_BYTES);
    try {
      invitations.insert(new Invitation(id, event, letter, false, clock.instant(), 0));
    } catch (DuplicateKeyException stored) {
      // It is on its way.
    }
  }

  /** The event is booked: its letter may go; blocks. */
  void release(String event) {
    invitations.updateAll(
        new JsonObject().put("event", event).put("held", true),
        set(new JsonObject().put("held", false).put("due", Bson.time(clock.instant()))));
  }

  /** The event was not booked, or is no more: what has not gone will not go; blocks. */
  void drop(String event) {
    invitations.delete(new JsonObject().put("event", event));
  }

  /**
   * Hands over what is due; blocks. Several nodes may do so at once.
   *
   * @param booked whether an event exists, for letters whose node died while it booked
   */
  public void deliver(Predicate<String> booked) {
    JsonObject due =
        new JsonObject().put("due", new JsonObject().put("$lte", Bson.time(clock.instant())));
    for (Invitation found : invitations.find(due, new JsonObject().put("due", 1), 0, BATCH)) {
      if (found.held()) {
        settle(found, booked);
      } else {
        take(found).ifPresent(this::handOver);
      }
    }
  }

  private void settle(Invitation found, Predicate<String> booked) {
    if (booked.test(found.event())) {
      release(found.event());
    } else {
      drop(found.event());
    }
  }

  /** Of several nodes that found a letter one gets it; if that one dies, it is due again. */
  private java.util.Optional<Invitation> take(Invitation found) {
    int doublings = Math.min(found.attempts(), MAX_DOUBLINGS);
    Instant next = clock.instant().plus(TIMEOUT).plus(FIRST_PAUSE.multipliedBy(1L << doublings));
    return invitations.update(
        new JsonObject().put("_id", found.id()).put("attempts", found.attempts()),
        set(new JsonObject().put("due", Bson.time(next)).put("attempts", found.attempts() + 1)));
  }

  private void handOver(Invitation invitation) {
    Call call =
        Call.message(
            "notifications.send",
            Origin.ownTask(invitation.id(), "calendar"),
            TIMEOUT,
            Json.convert(new MailRequest(invitation.id(), invitation.letter()), Map.class));
    switch (dispatcher.dispatch(call).await()) {
      case Answer accepted -> invitations.delete(new JsonObject().put("_id", invitation.id()));
      case Failure failure when failure.status() < 500 -> {
        LOG.error("an invitation is not accepted and given up: {}", failure.message());
        invitations.delete(new JsonObject().put("_id", invitation.id()));
      }
      case Failure failure ->
          LOG.warn("an invitation waits and is tried again: {}", failure.message());
    }
  }

  private static JsonObject set(JsonObject fields) {
    return new JsonObject().put("$set", fields);
  }
}
