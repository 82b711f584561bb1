package dev.gatehouse.areas.notifications;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The owner's choices: which sources are muted, and up to when notifications are read. */
final class Preferences {
  private static final String ID = "owner";

  private final DocumentCollection<Stored> documents;
  private final NotificationRepository notifications;
  private final InstantSource clock;

  /**
   * @param readUntil null if nothing was read
   */
  private record Stored(String id, List<String> muted, Instant readUntil) {}

  private record PreferencesRequest(List<String> muted, Instant readUntil) {}

  private record NotificationPreferences(
      boolean success, List<String> muted, Instant readUntil, long unread) {}

  Preferences(Documents documents, NotificationRepository notifications, InstantSource clock) {
    this.documents = documents.collection("notificationPreferences", Stored.class);
    this.notifications = notifications;
    this.clock = clock;
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "notifications.preferences", Area.returning(NotificationPreferences.class, this::get),
        "notifications.putPreferences",
            Area.returning(NotificationPreferences.class, PreferencesRequest.class, this::put));
  }

  /** Returns whether notifications of a source are stored only. */
  boolean muted(String source) {
    return stored().muted().contains(source);
  }

  private Stored stored() {
    return documents.find(ID).orElseGet(() -> new Stored(ID, List.of(), null));
  }

  private Answer get(Call call) {
    return answer(stored());
  }

  private Answer answer(Stored stored) {
    return Answer.ok(
        new NotificationPreferences(
            true,
            stored.muted(),
            stored.readUntil(),
            notifications.countAfter(
                Optional.ofNullable(stored.readUntil()).orElse(Instant.EPOCH), clock.instant())));
  }

  /** Changes what the request contains. */
  private Answer put(Call call, PreferencesRequest request) {
    JsonObject fields = new JsonObject();
    if (request.muted() != null) {
      fields.put("muted", new JsonArray(List.copyOf(new TreeSet<>(request.muted()))));
    }
    if (request.readUntil() != null) {
      // A client whose clock is ahead must not mark later notifications as read.
      Instant now = clock.instant();
      fields.put(
          "readUntil", Bson.time(request.readUntil().isAfter(now) ? now : request.readUntil()));
    }
    if (documents.find(ID).isEmpty()) {
      try {
        documents.insert(new Stored(ID, List.of(), null));
      } catch (DuplicateKeyException exists) {
        // Another request has created the document.
      }
    }
    if (fields.isEmpty()) {
      return answer(stored());
    }
    return answer(
        documents
            .update(new JsonObject().put("_id", ID), new JsonObject().put("$set", fields))
            .orElseGet(this::stored));
  }
}
