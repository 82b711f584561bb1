package dev.gatehouse.areas.games;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.store.BlobFields;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Repository of the world saves' documents. One atomic command deletes a save, and never while it
 * is locked.
 */
final class SaveRepository {
  private static final String COLLECTION = "blockgameSaves";
  private static final int BATCH = 200;
  private static final Query.Order NEWEST_FIRST = by("uploadDate").down().then("_id").down();

  private final DocumentCollection<WorldSave> saves;

  SaveRepository(Documents documents) {
    this.saves =
        documents.collection(
            COLLECTION,
            WorldSave.class,
            NEWEST_FIRST,
            by("serverName").then("uploadDate").down().then("_id").down(),
            by("blob"));
  }

  /** Returns a query for the saves of one server, or of all. */
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

  /** Selects saves, newest first. */
  Selection<WorldSave> select(JsonObject which) {
    return saves.select(which, NEWEST_FIRST.json());
  }

  /** Locks or unlocks a save and returns its new state. */
  Optional<WorldSave> lock(String id, boolean locked) {
    return saves.update(Query.id(id), Query.set("locked", locked), save -> save.locked() == locked);
  }

  /**
   * Removes the document of a save that is not locked. Of two concurrent callers, only one gets it.
   *
   * @param sha256 of the only save that may be removed; absent for any
   */
  Optional<WorldSave> take(String id, Optional<String> sha256) {
    JsonObject which = Query.id(id).put("locked", false);
    sha256.ifPresent(only -> which.put("sha256", only));
    return saves.take(which);
  }

  /** Returns a query for those of the given saves that have reached an age. */
  static JsonObject olderThan(JsonObject which, Age age) {
    return which.copy().mergeIn(where("uploadDate").olderThan(age).json());
  }

  /**
   * Returns a query for those of the given saves that are older than the {@code newest} newest
   * ones. Absent if there are no more.
   */
  Optional<JsonObject> beyond(JsonObject which, int newest) {
    return saves.find(which, NEWEST_FIRST.json(), newest - 1, 1).stream()
        .findFirst()
        .map(last -> olderThan(which, last));
  }

  /** Distinguishes saves of the same moment by id, in the same order as pages. */
  private static JsonObject olderThan(JsonObject which, WorldSave last) {
    JsonObject earlier = where("uploadDate").before(last.uploadDate()).json();
    JsonObject sameMoment =
        where("uploadDate").is(last.uploadDate()).and("_id").before(last.id()).json();
    return which.copy().put("$or", new JsonArray().add(earlier).add(sameMoment));
  }

  /** Returns the ids of those of the given saves that are not locked, oldest first. */
  List<String> unlocked(JsonObject which) {
    return saves.find(which.copy().put("locked", false), oldestFirst(), 0, 0).stream()
        .map(WorldSave::id)
        .toList();
  }

  /**
   * Removes the documents of those of the given saves that are not locked, oldest first.
   *
   * @param which saves to which none can be added, which guarantees termination
   * @param gone called for each removed save
   */
  void takeUnlocked(JsonObject which, Consumer<WorldSave> gone) {
    JsonObject unlocked = which.copy().put("locked", false);
    List<WorldSave> batch = saves.find(unlocked, oldestFirst(), 0, BATCH);
    while (!batch.isEmpty()) {
      batch.forEach(save -> take(save.id(), Optional.empty()).ifPresent(gone));
      batch = saves.find(unlocked, oldestFirst(), 0, BATCH);
    }
  }

  private static JsonObject oldestFirst() {
    return by("uploadDate").then("_id").json();
  }

  /** Returns the blobs that the documents reference. */
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

  /**
   * A stored world save.
   *
   * @param filename the client's file name, without a path
   * @param serverName the server that the world belongs to
   * @param uploadDate when it was stored
   * @param locked whether deletion is blocked until it is unlocked
   */
  record WorldSave(
      String id,
      String filename,
      String serverName,
      Instant uploadDate,
      boolean locked,
      @JsonUnwrapped Stored stored) {

    /**
     * The stored bytes.
     *
     * @param length number of bytes
     * @param sha256 of the bytes
     */
    record Stored(String blob, long length, String sha256) {}

    /** The part that clients see. */
    record View(
        String _id,
        String filename,
        String serverName,
        Instant uploadDate,
        boolean locked,
        long length,
        String sha256) {}

    View view() {
      return new View(id, filename, serverName, uploadDate, locked, stored.length, stored.sha256);
    }
  }
}
