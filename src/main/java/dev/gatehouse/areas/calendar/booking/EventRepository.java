package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The events of the local calendar. An event's status changes in one write, or not at all. */
final class EventRepository {
  /** An event is no longer, so that those of a time are found by their starts. */
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

  void add(LocalEvent event) {
    events.insert(event);
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
   * The confirmed events that have a moment in a span, by their starts.
   *
   * @throws dev.gatehouse.bus.ApiException 400 when they are too many for a reply
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

  /** Events with something left to be done, those of the oldest change first. */
  List<LocalEvent> open() {
    return events.find(
        new JsonObject().put("open", true), new JsonObject().put("changedAt", 1), 0, BATCH);
  }

  /**
   * Changes an event's status; of several who do so at once one does.
   *
   * @param open whether that leaves something to be done
   * @return empty where the event had not the status that is to be changed
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

  /** Notes that nothing of an event's status is left to be done. */
  void close(LocalEvent event) {
    events.update(
        new JsonObject().put("_id", event.id()).put("status", event.status()),
        new JsonObject().put("$set", new JsonObject().put("open", false)));
  }

  /** Removes an event that was not confirmed; of several who do so at once all may be told so. */
  boolean abandon(String id) {
    events.delete(new JsonObject().put("_id", id).put("status", LocalEvent.PENDING));
    return events.find(id).isEmpty();
  }
}
