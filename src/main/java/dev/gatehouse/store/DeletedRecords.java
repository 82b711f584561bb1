package dev.gatehouse.store;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/**
 * Copies of documents that were deleted on request, from any collection. A copy is stored before
 * its document is deleted, and removed after its document is restored. Blocks.
 */
public final class DeletedRecords {
  /** Time for which a copy is kept. */
  public static final Duration KEPT = Duration.ofDays(30);

  private static final String COLLECTION = "deletedRecords";
  private static final String DELETED = "deletedAt";
  private static final String RECORD = "recordId";
  private static final int ID_BYTES = 12;
  private static final Query.Order NEWEST_FIRST = Query.by(DELETED).down().then("_id").down();

  private final DocumentCollection<Deleted> records;
  private final AnyDocuments any;
  private final InstantSource clock;

  /**
   * A deleted document.
   *
   * @param collection from which it was deleted
   * @param recordId its id there
   * @param deletedBy subject of the token, or name of the API key
   * @param blob that it references, or null
   */
  public record Deleted(
      String id,
      String collection,
      String recordId,
      Instant deletedAt,
      String deletedBy,
      String blob,
      Map<String, Object> document) {}

  public DeletedRecords(Documents documents, InstantSource clock) {
    this.records = collection(documents);
    this.any = documents.any();
    this.clock = clock;
  }

  private static DocumentCollection<Deleted> collection(Documents documents) {
    return documents.collection(
        COLLECTION,
        Deleted.class,
        NEWEST_FIRST,
        Query.by("collection").then(RECORD),
        Query.by("blob").sparse());
  }

  /** Stores a copy of a document that will be deleted. Does nothing if it does not exist. */
  public void keep(String collection, String recordId, String by) {
    any.find(collection, recordId)
        .ifPresent(document -> {
          // A key can be used and deleted again.
          Object made = document.getValue("createdAt", document.getValue("uploadDate"));
          String id = Sha256.hex(collection + ' ' + recordId + ' ' + made, ID_BYTES);
          records.save(
              new Deleted(
                  id,
                  collection,
                  recordId,
                  clock.instant(),
                  by,
                  document.getString("blob"),
                  document.getMap()),
              id);
        });
  }

  /**
   * Selects deleted documents, newest first.
   *
   * @param recordId null for all
   */
  public Selection<Deleted> select(String recordId) {
    return records.select(Query.optional(RECORD, recordId).json(), NEWEST_FIRST.json());
  }

  public Optional<Deleted> find(String id) {
    return records.find(id);
  }

  /** Returns the deleted records of a collection that have these ids. */
  public <T extends Record> List<T> find(String collection, Collection<String> ids, Class<T> type) {
    return records
        .find(
            where("collection").is(collection).and(RECORD).in(ids).json(),
            NEWEST_FIRST.json(),
            0,
            0)
        .stream()
        .map(deleted -> record(deleted, type))
        .toList();
  }

  /** Returns all deleted records of a collection, read lazily. */
  public <T extends Record> Stream<T> all(String collection, Class<T> type) {
    return records
        .all(Deleted::id)
        .filter(deleted -> deleted.collection().equals(collection))
        .map(deleted -> record(deleted, type));
  }

  private static <T extends Record> T record(Deleted deleted, Class<T> type) {
    return Bson.record(new JsonObject(deleted.document()).copy(), type);
  }

  /**
   * Stores a deleted document in its collection again. Can be repeated.
   *
   * @return false if another document has its id or its unique fields now
   */
  public boolean restore(Deleted deleted) {
    var document = new JsonObject(deleted.document());
    try {
      any.insert(deleted.collection(), document.copy());
      return true;
    } catch (DuplicateKeyException exists) {
      return any.find(deleted.collection(), deleted.recordId())
          .filter(document::equals)
          .isPresent();
    }
  }

  /** Removes the copy of a restored document. */
  public void forget(Deleted deleted) {
    records.delete(Query.id(deleted.id()));
  }

  /** Deletes the copies that have reached an age. The sweep deletes their blobs. */
  public void purge(Age age) {
    records.delete(where(DELETED).olderThan(age).json());
  }

  /** Returns the blobs that deleted documents reference. */
  public static BlobOwner blobs(Documents documents) {
    return new BlobFields<>(
        collection(documents),
        Deleted::id,
        List.of("blob"),
        deleted -> {
          var document = new JsonObject(deleted.document());
          return deleted.blob() == null
              ? List.of()
              : List.of(
                  NamedBlob.of(
                      deleted.blob(),
                      "deleted " + deleted.collection() + ' ' + deleted.recordId(),
                      document.getLong("storedSize", 0L),
                      document.getString("storedSha256")));
        });
  }
}
