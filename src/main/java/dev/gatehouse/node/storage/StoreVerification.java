package dev.gatehouse.node.storage;

import static dev.gatehouse.store.Query.where;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.blobs.BlobCheck;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A check of all that is stored, in the background, of which every node can tell how far it is, and
 * which every node can cancel: of the embedded store's documents, and of every file that documents
 * name. Whether a check has ended or was cancelled is one decision of the store; its node looks
 * each time that it tells of it, and stops where the check is its own no more.
 */
public final class StoreVerification implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreVerification.class);
  private static final String ID = "last";
  private static final String SEEN_AT = "times.seenAt";
  private static final String ENDED_AT = "times.endedAt";
  private static final int MAX_FAULTS = 100;

  /** A check writes down where it is every second, unless its node has died. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  private final Documents ids;
  private final DocumentCollection<Run> runs;
  private final Optional<Path> folder;
  private final Function<Consumer<String>, BlobCheck> files;
  private final InstantSource clock;
  private final AtomicReference<Work> current = new AtomicReference<>();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("store-check").daemon().factory());

  /** The ways in which a check ends before it has looked at all. */
  enum Cut {
    /** Its owner wanted no more of it. */
    CANCELLED,
    /** Its node has stopped. */
    INTERRUPTED
  }

  /**
   * The course of a check.
   *
   * @param seenAt when its node last told of it
   * @param endedAt null while it runs
   * @param cut null where it was not
   */
  record Times(Instant startedAt, Instant seenAt, Instant endedAt, Cut cut) {}

  /**
   * A check, as it is stored.
   *
   * @param run tells it from others; null where an older release has stored it
   * @param documents looked at; 0 for a server, whose own tools check them
   * @param files looked at
   * @param faults in words, at most a hundred; none when all is well
   */
  record Run(String id, String run, Times times, long documents, long files, List<String> faults) {
    boolean hasEnded() {
      return times.endedAt() != null;
    }

    boolean isUnderWay(Instant now) {
      return !hasEnded() && times.seenAt().plus(SILENCE).isAfter(now);
    }
  }

  /** A check that this node makes, or has made last. */
  private final class Work implements Runnable {
    private final String run;
    private final List<String> faults = Collections.synchronizedList(new ArrayList<>());
    private final LongAdder documents = new LongAdder();
    private final FutureTask<Void> task = new FutureTask<>(this, null);
    private final BlobCheck check = files.apply(this::fault);
    private final Lock keeping = new ReentrantLock();
    private volatile boolean stopped;

    /** The outcome that is still to be kept; empty before the end, too. */
    private volatile Optional<JsonObject> outcome = Optional.empty();

    Work(String run) {
      this.run = run;
    }

    private void fault(String words) {
      if (stopped) {
        throw new CancellationException("a fault of having been stopped");
      }
      if (faults.size() < MAX_FAULTS) {
        faults.add(words);
      }
    }

    @Override
    public void run() {
      try {
        folder.ifPresent(place -> EmbeddedStore.verify(place, documents, this::fault));
        check.run();
      } catch (Exception e) {
        // Checked ones, too: await() throws whatever it was ended by.
        if (stopped) {
          return;
        }
        LOG.warn("the check of the store was cut off", e);
        fault("the check was cut off: " + e.getMessage());
      }
      outcome = Optional.of(standing(clock.instant()).put(ENDED_AT, Bson.time(clock.instant())));
      try {
        keep();
      } catch (RuntimeException e) {
        LOG.warn("the outcome of the check of the store is kept later: {}", faults, e);
      }
    }

    /** Keeps what it has ended with, where that is not kept yet: a disk may be full for a while. */
    private void keep() {
      keeping.lock();
      try {
        outcome.ifPresent(fields -> change(run, fields));
        outcome = Optional.empty();
      } finally {
        keeping.unlock();
      }
    }

    /** Tells how far it has come, or how it has ended; whether it may go on. */
    private boolean tell() {
      if (!task.isDone()) {
        return outcome.isPresent() || change(run, standing(clock.instant()));
      }
      keep();
      return true;
    }

    /** The fields that say how far it has come. */
    JsonObject standing(Instant now) {
      JsonArray found = new JsonArray(List.copyOf(faults));
      return new JsonObject()
          .put(SEEN_AT, Bson.time(now))
          .put("documents", documents.sum())
          .put("files", check.checked())
          .put("faults", found);
    }

    /** It writes nothing down any more. */
    void stop() {
      stopped = true;
      task.cancel(true);
    }
  }

  /**
   * @param folder of the embedded store; empty where documents lie on a server
   * @param files makes the check of files, which tells its faults
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

  /** The last check, or the one that runs; empty before the first. */
  Optional<Run> last() {
    return runs.find(ID);
  }

  /**
   * Begins a check.
   *
   * @return whether none was running
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

  /** Of those who begin one at once, one does. */
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

  /** Changes a check that has not ended; whether it still was the last one. */
  private boolean change(String run, JsonObject fields) {
    JsonObject query = where("_id").is(ID).and("run").is(run).and(ENDED_AT).is(null).json();
    JsonObject update = new JsonObject().put("$set", fields);
    return runs.update(query, update, stored -> run.equals(stored.run()) && stored.hasEnded())
        .isPresent();
  }

  /** Tells how far this node's check has come, or has ended; to be called every second. */
  public void tell() {
    Work work = current.get();
    if (work != null && !work.tell()) {
      work.stop();
    }
  }

  /**
   * Cancels the check that runs, at whatever node, or was cut off; blocks.
   *
   * @return the last check as it is from then on
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

  /** Cuts a check off that runs; blocks until it has ended. */
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
      LOG.warn("that the check of the store was cut off is told later: {}", away.toString());
    }
  }
}
