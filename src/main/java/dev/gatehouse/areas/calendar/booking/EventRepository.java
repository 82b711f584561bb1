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

  /** Replaces a confirmed event by another one. If several events are to replace it, one does. */
  void replace(String id, String other) {
    events.update(
        in(id, LocalEvent.CONFIRMED),
        set("status", LocalEvent.CANCELLED, "movedTo", other, "changedAt", clock.instant()),
        event -> other.equals(event.moves().movedTo()));
  }

  Optional<LocalEvent> find(String id) {
    return events.find(id);
  }

  List<LocalEvent> find(Collection<String> ids) {
    return events.find(where("_id").in(ids).json(), new JsonObject(), 0, 0);
  }

  /**
   * Deletes the events whose end has reached an age. Unfinished work is given up when it has
   * reached the same age, because nothing repairs the events of an area that is off. Blocks.
   */
  void deleteOld(Age age) {
    events.delete(where("end").olderThan(age).and("open").is(false).json());
    events.delete(where("end").olderThan(age).and("changedAt").olderThan(age).json());
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

  /** Makes a pending event the confirmed one, unless it was abandoned or restored meanwhile. */
  Optional<LocalEvent> confirm(LocalEvent pending) {
    return events.update(
        version(pending),
        set("status", LocalEvent.CONFIRMED, "open", true, "changedAt", clock.instant()),
        event -> event.restored() == pending.restored() && event.confirmed());
  }

  /**
   * Makes a cancelled event pending, so that its time can be claimed again. Calendars of guests
   * have seen the sequence number of its cancellation.
   *
   * @return empty if it is not cancelled, if work of the cancellation is unfinished, or if another
   *     caller restores it
   */
  Optional<LocalEvent> restore(LocalEvent cancelled) {
    int restored = cancelled.restored() + 1;
    JsonObject changes =
        set("status", LocalEvent.PENDING, "open", true, "changedAt", clock.instant());
    changes
        .getJsonObject("$set")
        .put("restored", restored)
        .put("sequence", cancelled.moves().sequence() + 2);
    return events.update(
        version(cancelled).put("open", false),
        changes,
        event -> event.restored() == restored && !event.cancelled());
  }

  /** Matches an event unless its status has changed, or it was restored. */
  private static JsonObject version(LocalEvent event) {
    int sequence = event.moves().sequence();
    // Events of release 1.0.0 are stored without a number.
    List<Integer> stored = sequence == 0 ? Arrays.asList(0, null) : List.of(sequence);
    return in(event.id(), event.status()).mergeIn(where("sequence").in(stored).json());
  }

  /** Marks the work for an event's status as finished. */
  void close(LocalEvent event) {
    events.update(in(event.id(), event.status()), set("open", false));
  }

  /**
   * Removes an unconfirmed event, or cancels it again if it was to be restored. Returns whether it
   * is not booked, also to concurrent callers.
   */
  boolean abandon(LocalEvent pending) {
    if (pending.restored() == 0) {
      events.delete(in(pending.id(), LocalEvent.PENDING));
      return events.find(pending.id()).isEmpty();
    }
    events.update(
        version(pending),
        set("status", LocalEvent.CANCELLED, "open", false, "changedAt", clock.instant()));
    return events
        .find(pending.id())
        .filter(event -> event.restored() == pending.restored() && !event.cancelled())
        .isEmpty();
  }

  private static JsonObject in(String id, String status) {
    return where("_id").is(id).and("status").is(status).json();
  }
}
