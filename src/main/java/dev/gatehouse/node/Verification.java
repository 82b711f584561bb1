package dev.gatehouse.node;

import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.embedded.StoreReport;
import dev.gatehouse.store.BlobCheck;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A check of all that is stored, in the background, of which every node can tell how far it is: of
 * the embedded store's documents, and of every file that documents name.
 */
final class Verification implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Verification.class);
  private static final String ID = "last";
  private static final int MAX_FAULTS = 100;

  /** A check writes down where it is every few seconds, unless its node has died. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  private final DocumentCollection<Run> runs;
  private final Optional<Path> documents;
  private final Function<Consumer<String>, BlobCheck> files;
  private final InstantSource clock;
  private final AtomicBoolean running = new AtomicBoolean();

  /** Keeps what a check found from being written over by where it was before. */
  private final ReentrantLock telling = new ReentrantLock();

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("store-check").daemon().factory());
  private volatile BlobCheck check;
  private volatile Run run;

  /**
   * The times of a check.
   *
   * @param seenAt when its node last told of it
   * @param endedAt null while it runs
   */
  record Times(Instant startedAt, Instant seenAt, Instant endedAt) {}

  /**
   * A check, as it is stored.
   *
   * @param documents looked at; 0 for a server, whose own tools check them
   * @param files looked at
   * @param faults in words, at most a hundred; none when all is well
   */
  record Run(String id, Times times, long documents, long files, List<String> faults) {
    static Run begun(Instant now) {
      return new Run(ID, new Times(now, now, null), 0, 0, List.of());
    }

    Run seen(Instant now, long checked) {
      var until = new Times(times.startedAt(), now, times.endedAt());
      return new Run(id, until, documents, checked, faults);
    }

    Run found(StoreReport report) {
      return new Run(id, times, report.documents(), files, report.faults());
    }

    Run ended(Instant now, List<String> all) {
      return new Run(id, new Times(times.startedAt(), now, now), documents, files, all);
    }

    boolean isUnderWay(Instant now) {
      return times.endedAt() == null && times.seenAt().plus(SILENCE).isAfter(now);
    }
  }

  /**
   * @param folder of the embedded store; empty where documents lie on a server
   * @param files makes the check of files, which tells its faults
   */
  Verification(
      Documents documents,
      Optional<Path> folder,
      Function<Consumer<String>, BlobCheck> files,
      InstantSource clock) {
    this.runs = documents.collection("storeChecks", Run.class);
    this.documents = folder;
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
    if (last().filter(known -> known.isUnderWay(now)).isPresent()
        || !running.compareAndSet(false, true)) {
      return false;
    }
    run = Run.begun(now);
    try {
      runs.save(run, ID);
      thread.execute(this::check);
    } catch (RuntimeException e) {
      running.set(false);
      throw e;
    }
    return true;
  }

  private void check() {
    List<String> faults = Collections.synchronizedList(new ArrayList<>());
    Consumer<String> fault =
        words -> {
          if (faults.size() < MAX_FAULTS) {
            faults.add(words);
          }
        };
    try {
      documents
          .map(EmbeddedStore::verify)
          .ifPresent(report -> {
            run = run.found(report);
            faults.addAll(report.faults());
          });
      check = files.apply(fault);
      check.run();
      run = run.seen(clock.instant(), check.checked());
    } catch (RuntimeException e) {
      LOG.warn("the check of the store was cut off", e);
      fault.accept("the check was cut off: " + e.getMessage());
    } finally {
      end(List.copyOf(faults));
    }
  }

  private void end(List<String> faults) {
    telling.lock();
    try {
      running.set(false);
      check = null;
      runs.save(run.ended(clock.instant(), faults), ID);
    } catch (RuntimeException e) {
      LOG.warn("the outcome of the check of the store could not be kept: {}", faults, e);
    } finally {
      telling.unlock();
    }
  }

  /** Tells how far this node's check has come, if one runs; to be called every few seconds. */
  void tell() {
    telling.lock();
    try {
      BlobCheck now = check;
      if (running.get()) {
        runs.save(run.seen(clock.instant(), now == null ? 0 : now.checked()), ID);
      }
    } finally {
      telling.unlock();
    }
  }

  /** Cuts a check off that runs; blocks until it has ended. */
  @Override
  public void close() {
    thread.shutdownNow();
    thread.close();
  }
}
