package dev.gatehouse.areas.games;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.store.BlobFields;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The world saves' documents. A save goes by one atomic command, and never while it is locked. */
final class SaveRepository {
  private static final String COLLECTION = "blockgameSaves";
  private static final int BATCH = 200;

  private final DocumentCollection<WorldSave> saves;

  SaveRepository(Documents documents) {
    this.saves = documents.collection(COLLECTION, WorldSave.class);
  }

  /** Makes the indexes that the queries below use. */
  void prepare() {
    saves.index(newestFirst(), new IndexOptions());
    saves.index(
        by("serverName").then("uploadDate").down().then("_id").down().json(), new IndexOptions());
    saves.index(by("blob").json(), new IndexOptions());
  }

  /** The saves of one server, or of all. */
  static JsonObject of(Optional<String> serverName) {
    return serverName.map(name -> where("serverName").is(name).json()).orElseGet(Query::all);
  }

  String newId() {
    return saves.newId();
  }

  void add(WorldSave save) {
    saves.insert(save);
  }

  Optional<WorldSave> find(String id) {
    return saves.find(id);
  }

  /** One page, the newest first. */
  List<WorldSave> page(JsonObject which, int skip, int limit) {
    return saves.find(which, newestFirst(), skip, limit);
  }

  long count(JsonObject which) {
    return saves.count(which);
  }

  /** Locks or unlocks a save and returns it as it is then. */
  Optional<WorldSave> lock(String id, boolean locked) {
    return saves.update(
        Query.id(id),
        new JsonObject().put("$set", new JsonObject().put("locked", locked)),
        save -> save.locked() == locked);
  }

  /**
   * Removes the document of a save that is not locked; of two callers one gets it.
   *
   * @param sha256 of the one that may go; absent for any
   */
  Optional<WorldSave> take(String id, Optional<String> sha256) {
    JsonObject which = Query.id(id).put("locked", false);
    sha256.ifPresent(only -> which.put("sha256", only));
    return saves.take(which);
  }

  /** Those of some saves that are older than a moment. */
  static JsonObject olderThan(JsonObject which, Instant moment) {
    return which.copy().mergeIn(where("uploadDate").before(moment).json());
  }

  /** Those of some saves that are older than the newest so many; absent if there are no more. */
  Optional<JsonObject> beyond(JsonObject which, int newest) {
    return saves.find(which, newestFirst(), newest - 1, 1).stream()
        .findFirst()
        .map(last -> olderThan(which, last));
  }

  /** Saves of one moment are told apart by their ids, as in pages. */
  private static JsonObject olderThan(JsonObject which, WorldSave last) {
    JsonObject earlier = where("uploadDate").before(last.uploadDate()).json();
    JsonObject sameMoment =
        where("uploadDate").is(last.uploadDate()).and("_id").before(last.id()).json();
    return which.copy().put("$or", new JsonArray().add(earlier).add(sameMoment));
  }

  /** The ids of those of some saves that are not locked, the oldest first. */
  List<String> unlocked(JsonObject which) {
    return saves.find(which.copy().put("locked", false), oldestFirst(), 0, 0).stream()
        .map(WorldSave::id)
        .toList();
  }

  /**
   * Removes the documents of those of some saves that are not locked, the oldest first.
   *
   * @param which saves to which none can be added: then this comes to an end
   * @param gone is told of each
   */
  void takeUnlocked(JsonObject which, Consumer<WorldSave> gone) {
    JsonObject unlocked = which.copy().put("locked", false);
    List<WorldSave> batch = saves.find(unlocked, oldestFirst(), 0, BATCH);
    while (!batch.isEmpty()) {
      batch.forEach(save -> take(save.id(), Optional.empty()).ifPresent(gone));
      batch = saves.find(unlocked, oldestFirst(), 0, BATCH);
    }
  }

  private static JsonObject newestFirst() {
    return by("uploadDate").down().then("_id").down().json();
  }

  private static JsonObject oldestFirst() {
    return by("uploadDate").then("_id").json();
  }

  /** The blobs that the documents name. */
  static BlobOwner blobs(Documents documents) {
    return new BlobFields<>(
        documents.collection(COLLECTION, WorldSave.class),
        WorldSave::id,
        List.of("blob"),
        save ->
            List.of(
                new NamedBlob(
                    save.stored().blob(),
                    "world save " + save.id() + " of " + save.serverName(),
                    save.stored().length(),
                    save.stored().sha256())));
  }
}
