package dev.gatehouse.store;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blobs whose documents were changed to name others, noted by whoever changed them. That these are
 * of no use is known and no guess: the sweep deletes them once nobody can be about to read them.
 */
public final class ReplacedBlobs {
  private static final Logger LOG = LoggerFactory.getLogger(ReplacedBlobs.class);
  private static final int MAX_DUE = 10_000;

  private final DocumentCollection<Replaced> replaced;
  private final InstantSource clock;

  /**
   * @param id of the blob
   */
  private record Replaced(String id, Instant at) {}

  public ReplacedBlobs(Documents documents, InstantSource clock) {
    this.replaced = documents.collection("replacedBlobs", Replaced.class);
    this.clock = clock;
  }

  /** Makes the index; blocks. */
  public void prepare() {
    replaced.index(new JsonObject().put("at", 1), new IndexOptions());
  }

  /**
   * Notes blobs that no document names any more; blocks. It never fails: what can't be noted goes
   * the way of all orphans, and the change that replaced it has happened.
   */
  public void add(Collection<String> blobs) {
    for (String blob : blobs) {
      try {
        replaced.save(new Replaced(blob, clock.instant()), blob);
      } catch (RuntimeException e) {
        LOG.warn("the replaced blob {} is left to the sweep: {}", blob, e.toString());
      }
    }
  }

  /** Some of those that were replaced before a moment; blocks. */
  public List<String> before(Instant moment) {
    JsonObject old = new JsonObject().put("at", new JsonObject().put("$lt", Bson.time(moment)));
    return replaced.find(old, new JsonObject().put("at", 1), 0, MAX_DUE).stream()
        .map(Replaced::id)
        .toList();
  }

  /** Forgets the notes of some; blocks. */
  public void forget(Collection<String> blobs) {
    JsonObject these = new JsonObject().put("$in", new JsonArray(List.copyOf(blobs)));
    replaced.delete(new JsonObject().put("_id", these));
  }
}
