package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Stores the events of the local calendar. An event's status changes in one atomic write. */
final class EventRepository {
  /**
   * Maximum length of an event. It limits the range of starts in which overlapping events are
   * found.
   */
  static final Duration MAX_LENGTH = Duration.ofDays(366);

  private static final int BATCH = 500;

  private final DocumentCollection<LocalEvent> events;
  private final InstantSource clock;

  EventRepository(Documents documents, InstantSource clock) {
    this.events = documents.collection("calendarEvents", LocalEvent.class);
    this.clock = clock;
  }

  void prepare() {
    events.index(new JsonObject().put("status", 1).put("start", 1), new IndexOptions());
    events.index(new JsonObject().put("open", 1).put("changedAt", 1), new IndexOptions());
  }

  String newId() {
    return events.newId();
  }

  /** Adds an event, unless one with its ID exists. */
  boolean add(LocalEvent event) {
    try {
      events.insert(event);
      return true;
    } catch (DuplicateKeyException repeated) {
      return false;
    }
  }

  /**
   * Replaces a confirmed event by another one. If several events are to replace it, one does.
   *
   * @return whether the other event has replaced it, now or before
   */
  boolean replace(String id, String other) {
    JsonObject fields =
        new JsonObject()
            .put("status", LocalEvent.CANCELLED)
            .put("movedTo", other)
            .put("changedAt", Bson.time(clock.instant()));
    events.update(
        new JsonObject().put("_id", id).put("status", LocalEvent.CONFIRMED),
        new JsonObject().put("$set", fields),
        event -> other.equals(event.moves().movedTo()));
    return events.find(id).filter(event -> other.equals(event.moves().movedTo())).isPresent();
  }

  Optional<LocalEvent> find(String id) {
    return events.find(id);
  }

  List<LocalEvent> find(Collection<String> ids) {
    JsonObject any =
        new JsonObject().put("_id", new JsonObject().put("$in", new JsonArray(List.copyOf(ids))));
    return events.find(any, new JsonObject(), 0, 0);
  }

  /**
   * Returns the confirmed events that overlap a span, sorted by start.
   *
   * @throws dev.gatehouse.bus.ApiException 400 if there are too many for one reply
   */
  List<LocalEvent> within(TimeSpan span) {
    JsonObject within =
        new JsonObject()
            .put("status", LocalEvent.CONFIRMED)
            .put(
                "start",
                new JsonObject()
                    .put("$gt", Bson.time(span.start().minus(MAX_LENGTH)))
                    .put("$lt", Bson.time(span.end())))
            .put("end", new JsonObject().put("$gt", Bson.time(span.start())));
    List<LocalEvent> found =
        events.find(
            within,
            new JsonObject().put("start", 1).put("_id", 1),
            0,
            CalendarProvider.MAX_EVENTS + 1);
    if (found.size() > CalendarProvider.MAX_EVENTS) {
      throw CalendarProvider.tooMany();
    }
    return found;
  }

  /** Returns events with unfinished work, the one changed longest ago first. */
  List<LocalEvent> open() {
    return events.find(
        new JsonObject().put("open", true), new JsonObject().put("changedAt", 1), 0, BATCH);
  }

  /**
   * Changes an event's status. If several callers change it at the same time, one succeeds.
   *
   * @param open whether the change leaves unfinished work
   * @return empty if the event does not have the status {@code from}
   */
  Optional<LocalEvent> change(String id, String from, String to, boolean open) {
    JsonObject fields =
        new JsonObject()
            .put("status", to)
            .put("open", open)
            .put("changedAt", Bson.time(clock.instant()));
    return events.update(
        new JsonObject().put("_id", id).put("status", from),
        new JsonObject().put("$set", fields),
        event -> event.status().equals(to));
  }

  /** Marks the work for an event's status as finished. */
  void close(LocalEvent event) {
    events.update(
        new JsonObject().put("_id", event.id()).put("status", event.status()),
        new JsonObject().put("$set", new JsonObject().put("open", false)));
  }

  /**
   * Removes an unconfirmed event. Returns true if it no longer exists, also to concurrent callers.
   */
  boolean abandon(String id) {
    events.delete(new JsonObject().put("_id", id).put("status", LocalEvent.PENDING));
    return events.find(id).isEmpty();
  }
}
