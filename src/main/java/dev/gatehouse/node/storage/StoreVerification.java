package dev.gatehouse.node.storage;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.blobs.BlobCheck;
import dev.gatehouse.store.files.LowPriority;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies all stored data in the background: the embedded store's documents and every file that
 * documents reference. Every node can report its progress and cancel it. The store decides
 * atomically whether a verification ended or was cancelled. Its node checks this with each progress
 * update, and stops if the verification is no longer its own.
 */
public final class StoreVerification implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreVerification.class);
  private static final String ID = "last";
  private static final String ENDED_AT = "times.endedAt";
  private static final int MAX_FAULTS = 100;

  /** A verification stores its progress every second unless its node has crashed. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  private final Documents ids;
  private final DocumentCollection<Run> runs;
  private final Optional<Path> folder;
  private final Function<Consumer<String>, BlobCheck> files;
  private final InstantSource clock;
  private final AtomicReference<Work> current = new AtomicReference<>();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("store-check").daemon().factory());

  /** Reasons for which a verification ends early. */
  enum Cut {
    /** The owner cancelled it. */
    CANCELLED,
    /** Its node stopped. */
    INTERRUPTED
  }

  /**
   * Times of a verification.
   *
   * @param seenAt time of its node's last progress update
   * @param endedAt null while it runs
   * @param cut null if it was not cut short
   */
  record Times(Instant startedAt, Instant seenAt, Instant endedAt, Cut cut) {}

  /**
   * A verification in its stored form.
   *
   * @param run distinguishes it from other verifications; null if stored by an older release
   * @param documents number of checked documents; 0 for a server, whose own tools check them
   * @param files number of checked files
   * @param faults descriptions of at most a hundred faults; empty if there are none
   */
  record Run(String id, String run, Times times, long documents, long files, List<String> faults) {
    boolean hasEnded() {
      return times.endedAt() != null;
    }

    boolean isUnderWay(Instant now) {
      return !hasEnded() && times.seenAt().plus(SILENCE).isAfter(now);
    }
  }

  /** The verification that this node runs, or ran last. */
  private final class Work implements Runnable {
    private final String run;
    private final List<String> faults = Collections.synchronizedList(new ArrayList<>());
    private final LongAdder documents = new LongAdder();
    private final FutureTask<Void> task = new FutureTask<>(this, null);
    private final BlobCheck check = files.apply(this::fault);
    private volatile boolean stopped;

    /** Outcome that is not stored yet; also empty before the end. */
    private volatile Optional<JsonObject> outcome = Optional.empty();

    Work(String run) {
      this.run = run;
    }

    private void fault(String words) {
      if (stopped) {
        throw new CancellationException("the verification was stopped");
      }
      if (faults.size() < MAX_FAULTS) {
        faults.add(words);
      }
    }

    @Override
    public void run() {
      try {
        LowPriority.ofThisThread();
        folder.ifPresent(place -> EmbeddedStore.verify(place, documents, this::fault));
        check.run();
      } catch (Exception e) {
        // Includes checked exceptions, because await() throws the cause unwrapped.
        if (stopped) {
          return;
        }
        LOG.warn("verification of the store was interrupted", e);
        fault("the check was interrupted: " + e.getMessage());
      }
      outcome = Optional.of(standing(clock.instant()).put(ENDED_AT, Bson.time(clock.instant())));
      try {
        keep();
      } catch (RuntimeException e) {
        LOG.warn("result of the store verification was not stored, will retry: {}", faults, e);
      }
    }

    /** Stores the outcome if that has not succeeded yet, because a disk may be full for a while. */
    private void keep() {
      outcome.ifPresent(fields -> change(run, fields));
      outcome = Optional.empty();
    }

    /** Stores the progress or the outcome, and returns whether the verification may continue. */
    private boolean tell() {
      if (!task.isDone()) {
        return outcome.isPresent() || change(run, standing(clock.instant()));
      }
      keep();
      return true;
    }

    /** Returns the progress fields. */
    JsonObject standing(Instant now) {
      return new JsonObject()
          .put("times.seenAt", Bson.time(now))
          .put("documents", documents.sum())
          .put("files", check.checked())
          .put("faults", new JsonArray(List.copyOf(faults)));
    }

    /** Prevents further updates by this verification. */
    void stop() {
      stopped = true;
      task.cancel(true);
    }
  }

  /**
   * @param folder folder of the embedded store; empty if the documents are on a server
   * @param files creates the file check, which reports its faults
   */
  StoreVerification(
      Documents documents,
      Optional<Path> folder,
      Function<Consumer<String>, BlobCheck> files,
      InstantSource clock) {
    this.ids = documents;
    this.runs = documents.collection("storeChecks", Run.class);
    this.folder = folder;
    this.files = files;
    this.clock = clock;
  }

  /** Returns the running or last verification; empty before the first. */
  Optional<Run> last() {
    return runs.find(ID);
  }

  /**
   * Starts a verification.
   *
   * @return true if none was running
   */
  boolean begin() {
    Instant now = clock.instant();
    Optional<Run> known = last();
    var times = new Times(now, now, null, null);
    var next = new Run(ID, ids.newId(), times, 0, 0, List.of());
    var work = new Work(next.run());
    if (known.filter(run -> run.isUnderWay(now)).isPresent() || !follows(known, next)) {
      return false;
    }
    Work before = current.getAndSet(work);
    if (before != null) {
      before.stop();
    }
    thread.execute(work.task);
    return true;
  }

  /**
   * Inserts or replaces the stored verification atomically, so that only one of several concurrent
   * starts succeeds.
   */
  private boolean follows(Optional<Run> known, Run next) {
    if (known.isPresent()) {
      return runs.replace(where("_id").is(ID).and("run").is(known.get().run()).json(), next);
    }
    try {
      runs.insert(next);
      return true;
    } catch (DuplicateKeyException another) {
      return false;
    }
  }

  /** Updates a verification that has not ended. Returns whether it was still the current one. */
  private boolean change(String run, JsonObject fields) {
    JsonObject query = where("_id").is(ID).and("run").is(run).and(ENDED_AT).is(null).json();
    JsonObject update = new JsonObject().put("$set", fields);
    return runs.update(query, update, stored -> run.equals(stored.run()) && stored.hasEnded())
        .isPresent();
  }

  /**
   * Stores the progress or the outcome of this node's verification. Must be called every second.
   */
  public void tell() {
    Work work = current.get();
    if (work != null && !work.tell()) {
      work.stop();
    }
  }

  /**
   * Cancels the running or interrupted verification of any node. Blocks.
   *
   * @return the last verification in its new state
   */
  Optional<Run> cancel() {
    tell();
    last().filter(run -> !run.hasEnded()).ifPresent(run -> end(run.run(), Cut.CANCELLED));
    tell();
    return last();
  }

  private void end(String run, Cut cut) {
    JsonObject fields =
        new JsonObject().put(ENDED_AT, Bson.time(clock.instant())).put("times.cut", cut.name());
    change(run, fields);
  }

  /** Interrupts a running verification. Blocks until it has ended. */
  @Override
  public void close() {
    Work work = current.get();
    if (work != null) {
      work.stop();
    }
    thread.shutdownNow();
    thread.close();
    try {
      if (work != null) {
        work.keep();
        end(work.run, Cut.INTERRUPTED);
      }
    } catch (RuntimeException away) {
      LOG.warn(
          "interruption of the store verification was not stored, will retry: {}", away.toString());
    }
  }
}
