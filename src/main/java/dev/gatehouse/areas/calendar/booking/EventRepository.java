package dev.gatehouse.areas.calendar.booking;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.set;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Stores the events of the local calendar. An event's status changes in one atomic write. */
public final class EventRepository {
  public static final String COLLECTION = "calendarEvents";

  /**
   * Maximum length of an event. It limits the range of starts in which overlapping events are
   * found.
   */
  static final Duration MAX_LENGTH = Duration.ofDays(366);

  private static final int BATCH = 500;

  private final DocumentCollection<LocalEvent> events;
  private final InstantSource clock;

  EventRepository(Documents documents, InstantSource clock) {
    this.events =
        documents.collection(
            COLLECTION, LocalEvent.class, by("status").then("start"), by("open").then("changedAt"));
    this.clock = clock;
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
    events.update(
        in(id, LocalEvent.CONFIRMED),
        set("status", LocalEvent.CANCELLED, "movedTo", other, "changedAt", clock.instant()),
        event -> other.equals(event.moves().movedTo()));
    return events.find(id).filter(event -> other.equals(event.moves().movedTo())).isPresent();
  }

  Optional<LocalEvent> find(String id) {
    return events.find(id);
  }

  List<LocalEvent> find(Collection<String> ids) {
    return events.find(where("_id").in(ids).json(), new JsonObject(), 0, 0);
  }

  /** Deletes the events whose end has reached an age. Blocks. */
  void deleteOld(Age age) {
    events.delete(where("end").olderThan(age).and("open").is(false).json());
  }

  /**
   * Returns the confirmed events that overlap a span, sorted by start.
   *
   * @throws dev.gatehouse.bus.ApiException 400 if there are too many for one reply
   */
  List<LocalEvent> within(TimeSpan span) {
    Query within =
        where("status")
            .is(LocalEvent.CONFIRMED)
            .and("start")
            .after(span.start().minus(MAX_LENGTH))
            .and("start")
            .before(span.end())
            .and("end")
            .after(span.start());
    JsonObject order = by("start").then("_id").json();
    List<LocalEvent> found = events.find(within.json(), order, 0, CalendarProvider.MAX_EVENTS + 1);
    if (found.size() > CalendarProvider.MAX_EVENTS) {
      throw CalendarProvider.tooMany();
    }
    return found;
  }

  /** Returns events with unfinished work, the one changed longest ago first. */
  List<LocalEvent> open() {
    return events.find(where("open").is(true).json(), by("changedAt").json(), 0, BATCH);
  }

  /**
   * Changes an event's status. If several callers change it at the same time, one succeeds.
   *
   * @param open whether the change leaves unfinished work
   * @return empty if the event does not have the status {@code from}
   */
  Optional<LocalEvent> change(String id, String from, String to, boolean open) {
    return events.update(
        in(id, from),
        set("status", to, "open", open, "changedAt", clock.instant()),
        event -> event.status().equals(to));
  }

  /** Marks the work for an event's status as finished. */
  void close(LocalEvent event) {
    events.update(in(event.id(), event.status()), set("open", false));
  }

  /**
   * Removes an unconfirmed event. Returns true if it no longer exists, also to concurrent callers.
   */
  boolean abandon(String id) {
    events.delete(in(id, LocalEvent.PENDING));
    return events.find(id).isEmpty();
  }

  private static JsonObject in(String id, String status) {
    return where("_id").is(id).and("status").is(status).json();
  }
}
