package dev.gatehouse.areas.notifications;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.sequence.EventSequence.EventSource;
import dev.gatehouse.area.sequence.SequencedEvent;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Stores notifications. The dashboard shows the newest ones. */
final class NotificationRepository implements EventSource {
  private static final Duration SHOWN = Duration.ofDays(7);
  private static final String CREATED = "createdAt";
  private static final String CHANNELS = "channels";

  /** Sorts by id as well. Otherwise pages could repeat or omit entries of equal time. */
  private static final Query.Order NEWEST_FIRST = Query.by(CREATED).down().then("_id").down();

  private final DocumentCollection<Notification> notifications;

  NotificationRepository(Documents documents) {
    Query.Order ofASource = Query.by("source").then(CREATED).down().then("_id").down();
    this.notifications =
        documents.collection(
            "notifications",
            Notification.class,
            NEWEST_FIRST,
            ofASource,
            Query.by(CHANNELS).then(CREATED));
  }

  String newId() {
    return notifications.newId();
  }

  void add(Notification notification) {
    notifications.insert(notification);
  }

  /** Stores the delivery results of a notification. */
  void complete(Notification notification) {
    notifications.save(notification, notification.id());
  }

  /** Returns notifications of the seven days before a time that are not sent or queued. */
  List<Notification> unsent(Instant before, int limit) {
    JsonObject query =
        where(CHANNELS)
            .after("")
            .and(CREATED)
            .from(before.minus(SHOWN))
            .and(CREATED)
            .until(before)
            .json();
    return notifications.find(query, Query.by(CHANNELS).then(CREATED).json(), 0, limit);
  }

  /** Stores that all messages of a notification are queued. */
  void markQueued(Notification notification) {
    JsonObject none = new JsonObject().putNull(CHANNELS);
    notifications.updateAll(Query.id(notification.id()), new JsonObject().put("$set", none));
  }

  /**
   * Selects the notifications of the last seven days, newest first. Those of nodes whose clocks are
   * ahead are included.
   *
   * @param source null for all sources
   */
  Selection<Notification> shown(String source, Instant now) {
    JsonObject query = between(now.minus(SHOWN), now.plus(Duration.ofDays(1)));
    if (source != null) {
      query.put("source", source);
    }
    return notifications.select(query, NEWEST_FIRST.json());
  }

  /** Returns the number of notifications of the last seven days after a time. */
  long countAfter(Instant read, Instant now) {
    Instant first = now.minus(SHOWN);
    Instant from = read.isBefore(first) ? first : read.plusMillis(1);
    return from.isAfter(now) ? 0 : countBetween(from, now.plusMillis(1));
  }

  /** Returns the number of notifications from a time, inclusive, until another, exclusive. */
  @Override
  public long countBetween(Instant from, Instant until) {
    return notifications.count(between(from, until));
  }

  private static JsonObject between(Instant from, Instant until) {
    return where(CREATED).from(from).and(CREATED).before(until).json();
  }

  @Override
  public List<SequencedEvent> latest(Instant from, Instant to, int skip, int limit) {
    JsonObject query = where(CREATED).from(from).and(CREATED).until(to).json();
    return events(notifications.find(query, NEWEST_FIRST.json(), skip, limit));
  }

  @Override
  public List<SequencedEvent> withIds(List<String> ids) {
    return events(notifications.find(where("_id").in(ids).json(), Query.all(), 0, 0));
  }

  private static List<SequencedEvent> events(List<Notification> stored) {
    return stored.stream().map(Notification::event).toList();
  }

  void deleteOld(Age age) {
    notifications.delete(where(CREATED).olderThan(age).json());
  }
}
