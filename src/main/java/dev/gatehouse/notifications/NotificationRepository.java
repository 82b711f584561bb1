package dev.gatehouse.notifications;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The notifications, the newest of which the dashboard shows. */
final class NotificationRepository {
  private static final Duration SHOWN = Duration.ofDays(7);
  private static final Duration OVERLAP = Duration.ofSeconds(5);

  private final DocumentCollection<Notification> notifications;

  NotificationRepository(Documents documents) {
    this.notifications = documents.collection("notifications", Notification.class);
  }

  void prepare() {
    notifications.index(newestFirst(), new IndexOptions());
  }

  String newId() {
    return notifications.newId();
  }

  void add(Notification notification) {
    notifications.insert(notification);
  }

  /** Notes what became of a notification. */
  void complete(Notification notification) {
    notifications.save(notification, notification.id());
  }

  /** Of the last seven days, the newest first. */
  List<Notification> page(Instant now, int skip, int limit) {
    return notifications.find(shown(now), newestFirst(), skip, limit);
  }

  long count(Instant now) {
    return notifications.count(shown(now));
  }

  long countBetween(Instant from, Instant until) {
    return notifications.count(
        new JsonObject()
            .put(
                "createdAt",
                new JsonObject().put("$gte", Bson.time(from)).put("$lt", Bson.time(until))));
  }

  /**
   * The notifications stored after those that a client has seen, the oldest first. Ids are not in
   * the order of storing across nodes: the last five seconds before are looked through once more.
   *
   * @param seen ids; nothing is missed when none of them is known
   * @param limit the newest so many
   */
  List<Notification> missed(List<String> seen, int limit) {
    var known = new JsonObject().put("_id", new JsonObject().put("$in", new JsonArray(seen)));
    Optional<Instant> last =
        notifications.find(known, new JsonObject(), 0, 0).stream()
            .map(Notification::createdAt)
            .max(Comparator.naturalOrder());
    if (last.isEmpty()) {
      return List.of();
    }
    var after =
        new JsonObject()
            .put("createdAt", new JsonObject().put("$gte", Bson.time(last.get().minus(OVERLAP))));
    List<Notification> found =
        new ArrayList<>(notifications.find(after, newestFirst(), 0, limit + seen.size()));
    found.removeIf(notification -> seen.contains(notification.id()));
    Collections.reverse(found);
    return found.subList(Math.max(0, found.size() - limit), found.size());
  }

  void forgetBefore(Instant time) {
    notifications.delete(
        new JsonObject().put("createdAt", new JsonObject().put("$lt", Bson.time(time))));
  }

  /** With the id, or pages would share and miss those of one moment. */
  private static JsonObject newestFirst() {
    return new JsonObject().put("createdAt", -1).put("_id", -1);
  }

  private static JsonObject shown(Instant now) {
    return new JsonObject()
        .put("createdAt", new JsonObject().put("$gte", Bson.time(now.minus(SHOWN))));
  }
}
