package dev.gatehouse.store;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blobs that were replaced in their documents, as recorded by the writer of the change. They are
 * known to be unused, so the sweep deletes them once no reader can be about to open them.
 */
public final class ReplacedBlobs {
  private static final Logger LOG = LoggerFactory.getLogger(ReplacedBlobs.class);
  private static final int MAX_DUE = 10_000;

  private final DocumentCollection<Replaced> replaced;
  private final InstantSource clock;

  /**
   * @param id id of the blob
   */
  private record Replaced(String id, Instant at) {}

  public ReplacedBlobs(Documents documents, InstantSource clock) {
    this.replaced = documents.collection("replacedBlobs", Replaced.class, Query.by("at"));
    this.clock = clock;
  }

  /**
   * Records blobs that no document names any more; blocks. Never fails, because the replacing
   * change has already been made. A blob that cannot be recorded is deleted later as an orphan.
   */
  public void add(Collection<String> blobs) {
    Instant now = clock.instant();
    List<Replaced> all = blobs.stream().map(blob -> new Replaced(blob, now)).toList();
    try {
      // In one commit, because other writers of the document wait meanwhile.
      if (!all.isEmpty()) {
        replaced.insert(all);
      }
    } catch (RuntimeException e) {
      // One of them may be recorded already.
      all.forEach(this::save);
    }
  }

  private void save(Replaced blob) {
    try {
      replaced.save(blob, blob.id());
    } catch (RuntimeException e) {
      LOG.warn(
          "replaced blob {} not deleted, the sweep will delete it: {}", blob.id(), e.toString());
    }
  }

  /** Returns some of the blobs that were replaced before a moment; blocks. */
  public List<String> before(Instant moment) {
    JsonObject old = new JsonObject().put("at", new JsonObject().put("$lt", Bson.time(moment)));
    return replaced.find(old, new JsonObject().put("at", 1), 0, MAX_DUE).stream()
        .map(Replaced::id)
        .toList();
  }

  /** Deletes the records of some blobs; blocks. */
  public void forget(Collection<String> blobs) {
    JsonObject these = new JsonObject().put("$in", new JsonArray(List.copyOf(blobs)));
    replaced.delete(new JsonObject().put("_id", these));
  }
}
