package dev.gatehouse.areas.notifications;

import static dev.gatehouse.store.Query.where;

import dev.gatehouse.bus.EventGap;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores notifications. The dashboard shows the newest ones. */
final class NotificationRepository {
  private static final Duration SHOWN = Duration.ofDays(7);
  private static final String CREATED = "createdAt";
  private static final Duration OVERLAP = Duration.ofSeconds(5);

  private final DocumentCollection<Notification> notifications;
  private final HourlyCounts hours;

  /**
   * One page of a list.
   *
   * @param total number of notifications on all pages
   */
  record Page(List<Notification> notifications, long total) {}

  NotificationRepository(Documents documents) {
    this.notifications = documents.collection("notifications", Notification.class);
    this.hours = new HourlyCounts(this::countBetween);
  }

  void prepare() {
    notifications.index(newestFirst(), new IndexOptions());
  }

  String newId() {
    return notifications.newId();
  }

  void add(Notification notification) {
    notifications.insert(notification);
    hours.changed(notification.createdAt());
  }

  /** Stores the delivery results of a notification. */
  void complete(Notification notification) {
    notifications.save(notification, notification.id());
  }

  /** Returns one page of the last seven days, newest first. */
  Page page(Instant now, int skip, int limit) {
    Instant from = now.minus(SHOWN);
    HourlyCounts.Place place = hours.place(from, now, skip);
    List<Notification> page =
        place.skip() >= place.total()
            ? List.of()
            : notifications.find(
                between(from, place.until()), newestFirst(), (int) place.skip(), limit);
    return new Page(page, place.total());
  }

  long countBetween(Instant from, Instant until) {
    return notifications.count(between(from, until));
  }

  private static JsonObject between(Instant from, Instant until) {
    return where(CREATED).from(from).and(CREATED).before(until).json();
  }

  /**
   * Notifications after a known one.
   *
   * @param latest the latest of them, oldest first
   * @param skipped number of omitted notifications before these
   */
  record Later(List<Notification> latest, long skipped) {}

  /**
   * Returns the notifications stored after those that a client has seen. Across nodes, ids are not
   * in the order of storing, so the five seconds before are searched again, but not further back
   * than the client can name what it has seen.
   *
   * @param seen ids
   * @param limit maximum number of returned notifications, the newest ones
   * @return empty if none of the ids is known
   */
  Optional<Later> missed(List<String> seen, int limit) {
    List<Instant> times =
        notifications.find(where("_id").in(seen).json(), Query.all(), 0, 0).stream()
            .map(Notification::createdAt)
            .sorted()
            .toList();
    if (times.isEmpty()) {
      return Optional.empty();
    }
    Instant overlap = times.getLast().minus(OVERLAP);
    boolean namesAll = seen.size() < EventGap.MAX_NAMED || times.getFirst().isBefore(overlap);
    Instant from = namesAll ? overlap : times.getFirst();
    JsonObject after = where(CREATED).from(from).json();
    List<Notification> found =
        notifications.find(after, newestFirst(), 0, limit + seen.size()).stream()
            .filter(notification -> !seen.contains(notification.id()))
            .limit(limit)
            .toList()
            .reversed();
    long before = times.stream().filter(time -> !time.isBefore(from)).count();
    long skipped = found.size() < limit ? 0 : notifications.count(after) - before - found.size();
    return Optional.of(new Later(found, Math.max(0, skipped)));
  }

  void deleteOld(Age age) {
    notifications.delete(where(CREATED).olderThan(age).json());
  }

  /** Sorts by id as well. Otherwise pages could repeat or omit entries of equal time. */
  private static JsonObject newestFirst() {
    return Query.by(CREATED).down().then("_id").down().json();
  }
}
