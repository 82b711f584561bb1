package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.exception.MongoServerException;
import dev.gatehouse.store.sqlite.GroupCommitQueue.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Single thread that writes. All waiting commands share a commit and thus one fsync, and are
 * answered after it. A failed command is rolled back alone. If the file fails, the whole batch is
 * rolled back. A small write is then tried every second until one succeeds.
 */
final class Writer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Writer.class);
  private static final int CLEARED_AT_ONCE = 200;
  private static final long PROBE_COUNTER = -2;

  /**
   * Interval of checkpoints. A damaged log loses all commits after the damage, so commits must not
   * remain in it for long.
   */
  private static final long BETWEEN_CHECKPOINTS = TimeUnit.SECONDS.toNanos(30);

  private static final long MAX_GATHERING = TimeUnit.MICROSECONDS.toNanos(500);

  private final StoreFile file;
  private final WriterHealth health;
  private final LongAdder reads;
  private final GroupCommitQueue queue = new GroupCommitQueue(MAX_GATHERING);
  private final Thread thread;
  private Databases databases;
  private boolean clearing = true;
  private boolean logged;
  private long lastCheckpoint = System.nanoTime();
  private final LongConsumer commits;

  /**
   * Starts the writer, which first cleans up after a crash.
   *
   * @param commits receives the nanoseconds that each commit takes
   */
  Writer(StoreFile file, LongAdder reads, LongConsumer commits) {
    this.file = file;
    this.health = new WriterHealth(file);
    this.reads = reads;
    this.commits = commits;
    this.databases = new Databases(file.writer(), reads);
    this.thread = Thread.ofPlatform().name("store-writer").unstarted(this::loop);
    databases.catalog().refresh();
    if (databases.catalog().hasUnfinished()) {
      commit(new Job<>(Writer::dropUnfinished));
    }
    thread.start();
  }

  private static Boolean dropUnfinished(Databases databases) {
    databases.catalog().dropUnfinished();
    return true;
  }

  /** Returns the current problem; empty if healthy. */
  Optional<String> trouble() {
    return health.trouble();
  }

  /** Returns the number of commands that wait for the next commit. */
  int waiting() {
    return queue.size();
  }

  /**
   * Runs a command and returns when it is on disk. A rejected command keeps its earlier changes.
   */
  <T> T run(Databases.Work<T> work) {
    Job<T> job = new Job<>(work);
    queue.add(job);
    return job.join();
  }

  /** Starts the gradual removal of dropped rows. */
  void clear() {
    queue.add(
        new Job<>(databases -> {
          clearing = true;
          return true;
        }));
  }

  private void loop() {
    boolean last = false;
    while (!last) {
      boolean busy = (clearing || file.ranks().isBusy()) && health.good();
      List<Job<?>> batch = queue.next(busy ? 0 : WriterHealth.BETWEEN_PROBES);
      last = batch.removeIf(Job::isLast);
      long begin = System.nanoTime();
      List<Runnable> answers = committed(batch);
      queue.committed(batch.size(), System.nanoTime() - begin);
      answers.forEach(Runnable::run);
      if (!last) {
        tidy();
      }
    }
  }

  private void commit(Job<?> own) {
    committed(List.of(own)).forEach(Runnable::run);
  }

  /**
   * Commits a batch and returns the replies that may be sent now, since their changes are on disk.
   */
  private List<Runnable> committed(List<Job<?>> batch) {
    if (batch.isEmpty()) {
      return List.of();
    }
    Optional<StoreFailure> refusal = health.good() ? Optional.empty() : file.beforeWriting();
    if (refusal.isPresent()) {
      // Without an attempt the outcome is certain.
      health.failed(refusal.get());
      batch.forEach(job -> job.done().completeExceptionally(refusal.get()));
      return List.of();
    }
    List<Runnable> answers = new ArrayList<>();
    long begin = System.nanoTime();
    try {
      Sql sql = databases.session().sql();
      sql.run("BEGIN IMMEDIATE");
      databases.catalog().recall();
      for (Job<?> job : batch) {
        answers.add(attempt(job, batch.size() > 1));
      }
      databases.catalog().saveSizes();
      finish(sql);
    } catch (RuntimeException | Error e) {
      try {
        undo(e);
      } finally {
        batch.forEach(job -> job.done().completeExceptionally(e));
      }
      return List.of();
    }
    logged = true;
    file.ranks().committed(databases.session().entries());
    commits.accept(System.nanoTime() - begin);
    health.recovered();
    return answers;
  }

  private static void finish(Sql sql) {
    try {
      sql.run("COMMIT");
    } catch (StoreFailure e) {
      throw e.ofCommit();
    }
  }

  /**
   * Runs one command of a batch. A failed command is rolled back to its savepoint, or with the
   * whole transaction if it is alone.
   */
  private <T> Runnable attempt(Job<T> job, boolean shared) {
    Sql sql = databases.session().sql();
    if (shared) {
      sql.run("SAVEPOINT command");
    }
    List<OrderStatistics.Change> changes = databases.session().entries().changes();
    int before = changes.size();
    Map<Long, Long> growth = databases.catalog().growth();
    Runnable answer;
    try {
      answer = outcome(job);
    } catch (RuntimeException | Error e) {
      boolean broken = e instanceof StoreFailure failure && !failure.isDamage();
      if (broken || !shared) {
        throw e;
      }
      sql.run("ROLLBACK TO command");
      changes.subList(before, changes.size()).clear();
      databases.catalog().forget();
      databases.catalog().refresh();
      databases.catalog().grown(growth);
      answer = () -> job.done().completeExceptionally(e);
    }
    if (shared) {
      sql.run("RELEASE command");
    }
    return answer;
  }

  private <T> Runnable outcome(Job<T> job) {
    try {
      T result = job.work().run(databases);
      return () -> job.done().complete(result);
    } catch (MongoServerException refusal) {
      return () -> job.done().completeExceptionally(refusal);
    }
  }

  private void undo(Throwable cause) {
    databases.catalog().forget();
    IndexEntries entries = databases.session().entries();
    if (isRolledBack() && !(cause instanceof StoreFailure)) {
      // The command itself failed. The file is unchanged, so the entry counts remain valid.
      entries.changes().clear();
    } else {
      file.ranks().undone(entries);
    }
    if (cause instanceof StoreFailure failure && !failure.isDamage()) {
      health.failed(failure);
    }
  }

  private boolean isRolledBack() {
    Sql sql = databases.session().sql();
    try {
      sql.run("ROLLBACK");
      return true;
    } catch (StoreFailure alreadyUndone) {
      // SQLite rolls back by itself if the disk is full; this detects any other cause.
      reopenUnless(() -> {
        sql.run("BEGIN");
        sql.run("ROLLBACK");
      });
      return false;
    }
  }

  private void reopenUnless(Runnable sound) {
    try {
      sound.run();
    } catch (StoreFailure e) {
      try {
        databases.session().close();
      } catch (StoreFailure unclosed) {
        log.warn("a session of the document store could not be closed: {}", unclosed.getMessage());
      }
      reopen();
    }
  }

  /** Opens the file again. If that fails, the next commit fails too and tries again. */
  private void reopen() {
    try {
      databases = new Databases(file.writer(), reads);
    } catch (StoreFailure e) {
      health.failed(e);
    }
  }

  /** Runs maintenance between two commits: a probe after a failure, otherwise pending work. */
  private void tidy() {
    long now = System.nanoTime();
    if (!health.good()) {
      if (health.probeIsDue(now)) {
        commit(new Job<>(Writer::probe));
      }
    } else if (logged && now - lastCheckpoint >= BETWEEN_CHECKPOINTS) {
      checkpoint("PASSIVE");
    } else if (clearing) {
      CompletableFuture<Boolean> more = new CompletableFuture<>();
      commit(new Job<>(each -> each.catalog().clear(CLEARED_AT_ONCE), more));
      clearing = more.isDone() && !more.isCompletedExceptionally() && more.join();
    } else if (file.ranks().isBusy()) {
      file.ranks().count(databases.session().entries());
    }
  }

  private static Boolean probe(Databases databases) {
    Session session = databases.session();
    session.setCounter(PROBE_COUNTER, session.counter(PROBE_COUNTER) + 1);
    return true;
  }

  private void checkpoint(String mode) {
    lastCheckpoint = System.nanoTime();
    logged = false;
    try {
      databases.session().sql().pragma("wal_checkpoint(" + mode + ")");
    } catch (StoreFailure e) {
      health.failed(e);
    }
  }

  /** Finishes waiting commands and moves the whole log into the file. */
  @Override
  public void close() {
    if (!queue.close()) {
      return;
    }
    awaitEnd();
    checkpoint("TRUNCATE");
    databases.session().close();
  }

  /**
   * Waits for the writer even if interrupted, because its session must not be closed while it runs.
   */
  private void awaitEnd() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
