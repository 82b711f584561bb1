package dev.gatehouse.areas.access;

import static dev.gatehouse.store.Query.where;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;

/**
 * Numbers of the latest change that each node has applied. A node registers before it reads, so
 * that a revocation waits for it.
 */
final class StateReaders {
  /** Time after which a node that has not registered again is not waited for. */
  private static final Duration HELD = Duration.ofSeconds(30);

  private final DocumentCollection<Reader> readers;
  private final boolean shared;

  /**
   * @param id the node's process
   * @param number number of the latest change that it has applied
   */
  record Reader(String id, long number, Instant at) {}

  StateReaders(Documents documents) {
    this.readers = documents.collection("gateReaders", Reader.class);
    this.shared = documents.areShared();
  }

  /** Returns whether other nodes can read the changes. */
  boolean areShared() {
    return shared;
  }

  void register(String node, long number, Instant now) {
    readers.save(new Reader(node, number, now), node);
  }

  /** Returns whether all other nodes have applied a change. */
  boolean haveApplied(long number, String self, Instant now) {
    return readers.find(where("at").from(now.minus(HELD)).json(), new JsonObject(), 0, 0).stream()
        .allMatch(reader -> reader.number() >= number || reader.id().equals(self));
  }

  /** Deletes nodes that ended long ago. */
  void deleteOld(Age age) {
    readers.delete(where("at").olderThan(age).json());
  }
}
