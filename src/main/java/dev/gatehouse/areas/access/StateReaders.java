package dev.gatehouse.areas.access;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.security.StateConfirmation;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.TrustedClock;
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

  /**
   * Registration of this node as a reader of the change log, by which other nodes know what it has
   * applied.
   */
  static final class ReaderRegistration {
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(80);
    private static final long REGISTER_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The age of a read at most, and a margin for clocks of different speed. */
    private static final long FENCE_NANOS =
        StateConfirmation.MAX_AGE_NANOS + TimeUnit.MILLISECONDS.toNanos(100);

    private final StateReaders readers;
    private final TrustedClock clock;
    private final String self;
    private Optional<Registered> last = Optional.empty();

    /**
     * The latest change number that this node has registered.
     *
     * @param nanos monotonic time of the registration
     */
    private record Registered(long number, long nanos) {}

    /**
     * @param self name of this node
     */
    ReaderRegistration(StateReaders readers, TrustedClock clock, String self) {
      this.readers = readers;
      this.clock = clock;
      this.self = self;
    }

    /** Returns whether other nodes may read the log. */
    boolean hasOthers() {
      return readers.areShared();
    }

    /** Registers this node before it reads the log. Must not be called concurrently. */
    void beforeRead() {
      register(0, false);
    }

    /** Registers what this node has applied. Must not be called concurrently. */
    void afterRead(long number) {
      register(number, true);
    }

    private void register(long number, boolean read) {
      if (!hasOthers()) {
        return;
      }
      long now = clock.nanoTime();
      boolean due =
          last.map(own -> now - own.nanos() > REGISTER_NANOS || (read && own.number() != number))
              .orElse(true);
      if (due) {
        readers.register(self, number, clock.guarded().instant());
        last = Optional.of(new Registered(number, now));
      }
    }

    /**
     * Waits until every other node has applied a change, or may not admit credentials without a new
     * read. Blocks for little more than a second.
     */
    void awaitOthers(long number) {
      long begin = System.nanoTime();
      long pause = FIRST_PAUSE_NANOS;
      while (!haveApplied(number) && System.nanoTime() - begin < FENCE_NANOS) {
        LockSupport.parkNanos(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
      }
    }

    private boolean haveApplied(long number) {
      try {
        return readers.haveApplied(number, self, clock.guarded().instant());
      } catch (DocumentStoreException | UnknownOutcomeException away) {
        return false;
      }
    }
  }
}
