package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.exception.MongoServerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes. All commands that wait share a commit, and so one fsync; each is
 * answered after it. A command that fails is undone alone; where the file fails, all of the batch
 * are, and from then on a small write is tried every second until one succeeds.
 */
final class Writer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Writer.class);
  private static final int LARGEST_BATCH = 256;
  private static final int CLEARED_AT_ONCE = 200;
  private static final long PROBE_COUNTER = -2;

  /** A damaged log loses all that was committed after the damage: it must not grow old. */
  private static final long BETWEEN_CHECKPOINTS = TimeUnit.SECONDS.toNanos(30);

  private final StoreFile file;
  private final WriterHealth health;
  private final LongAdder reads;
  private final BlockingQueue<Job<?>> jobs = new LinkedBlockingQueue<>();
  private final Thread thread;
  private Databases databases;
  private boolean closing;
  private boolean clearing = true;
  private boolean logged;
  private long lastCheckpoint = System.nanoTime();
  private final LongConsumer commits;

  /** Work to be done, or nothing where the writer shall only look up. */
  private record Job<T>(Databases.Work<T> work, CompletableFuture<T> done) {}

  /**
   * Begins at once; what a crash has left unfinished is put right first.
   *
   * @param commits is told how many nanoseconds each takes
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
      commit(List.of(new Job<>(Writer::dropUnfinished, new CompletableFuture<>())));
    }
    thread.start();
  }

  private static Boolean dropUnfinished(Databases databases) {
    databases.catalog().dropUnfinished();
    return true;
  }

  /** Empty when healthy, else what is wrong. */
  Optional<String> trouble() {
    return health.trouble();
  }

  /** Commands that wait for the next commit. */
  int waiting() {
    return jobs.size();
  }

  /** Runs a command and returns once it is on the disk; a refusal keeps what was done before it. */
  <T> T run(Databases.Work<T> work) {
    Job<T> job = new Job<>(work, new CompletableFuture<>());
    submit(job);
    try {
      return job.done.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Clears away, by and by, the rows of what was dropped. */
  void clear() {
    submit(
        new Job<>(
            databases -> {
              clearing = true;
              return true;
            },
            new CompletableFuture<>()));
  }

  private synchronized void submit(Job<?> job) {
    if (closing) {
      throw new IllegalStateException("the document store is closed");
    }
    jobs.add(job);
  }

  private void loop() {
    List<Job<?>> batch = new ArrayList<>();
    while (true) {
      Job<?> first = next();
      if (first != null) {
        batch.add(first);
        jobs.drainTo(batch, LARGEST_BATCH - 1);
        boolean last = batch.removeIf(job -> job.work == null);
        commit(batch);
        batch.clear();
        if (last) {
          return;
        }
      }
      tidy();
    }
  }

  private Job<?> next() {
    boolean busy = clearing && health.good();
    try {
      return jobs.poll(busy ? 0 : WriterHealth.BETWEEN_PROBES, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the writer", e);
    }
  }

  private void commit(List<Job<?>> batch) {
    if (batch.isEmpty()) {
      return;
    }
    List<Runnable> answers = new ArrayList<>();
    long begin = System.nanoTime();
    try {
      Sql sql = databases.session().sql();
      sql.run("BEGIN IMMEDIATE");
      databases.catalog().refresh();
      for (Job<?> job : batch) {
        answers.add(attempt(job, batch.size() > 1));
      }
      finish(sql);
    } catch (RuntimeException | Error e) {
      undo(e);
      batch.forEach(job -> job.done.completeExceptionally(e));
      return;
    }
    logged = true;
    commits.accept(System.nanoTime() - begin);
    health.recovered();
    // Not before: an answer is a promise that it is on the disk.
    answers.forEach(Runnable::run);
  }

  private static void finish(Sql sql) {
    try {
      sql.run("COMMIT");
    } catch (StoreFailure e) {
      throw e.ofCommit();
    }
  }

  /** One command of a batch; alone in its batch, it is undone with it. */
  private <T> Runnable attempt(Job<T> job, boolean shared) {
    Sql sql = databases.session().sql();
    if (shared) {
      sql.run("SAVEPOINT command");
    }
    Runnable answer;
    try {
      answer = outcome(job);
      databases.catalog().saveSizes();
    } catch (RuntimeException | Error e) {
      boolean broken = e instanceof StoreFailure failure && !failure.isDamage();
      if (broken || !shared) {
        throw e;
      }
      sql.run("ROLLBACK TO command");
      databases.catalog().forget();
      databases.catalog().refresh();
      answer = () -> job.done.completeExceptionally(e);
    }
    if (shared) {
      sql.run("RELEASE command");
    }
    return answer;
  }

  private <T> Runnable outcome(Job<T> job) {
    try {
      T result = job.work.run(databases);
      return () -> job.done.complete(result);
    } catch (MongoServerException refusal) {
      return () -> job.done.completeExceptionally(refusal);
    }
  }

  private void undo(Throwable cause) {
    databases.catalog().forget();
    Sql sql = databases.session().sql();
    try {
      sql.run("ROLLBACK");
    } catch (StoreFailure alreadyUndone) {
      // As SQLite does by itself where the disk is full; any other reason shows now.
      reopenUnless(() -> {
        sql.run("BEGIN");
        sql.run("ROLLBACK");
      });
    }
    if (cause instanceof StoreFailure failure && !failure.isDamage()) {
      health.failed(failure);
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
      databases = new Databases(file.writer(), reads);
    }
  }

  /** Between two commits: a probe where there is trouble, else what is left to do. */
  private void tidy() {
    long now = System.nanoTime();
    if (!health.good()) {
      if (health.probeIsDue(now)) {
        commit(List.of(new Job<>(Writer::probe, new CompletableFuture<>())));
      }
    } else if (clearing) {
      CompletableFuture<Boolean> more = new CompletableFuture<>();
      commit(List.of(new Job<>(each -> each.catalog().clear(CLEARED_AT_ONCE), more)));
      clearing = more.isDone() && !more.isCompletedExceptionally() && more.join();
    } else if (logged && now - lastCheckpoint >= BETWEEN_CHECKPOINTS) {
      checkpoint("PASSIVE");
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

  /** Finishes what waits, and leaves everything in the file and nothing in its log. */
  @Override
  public void close() {
    synchronized (this) {
      if (closing) {
        return;
      }
      closing = true;
      jobs.add(new Job<>(null, new CompletableFuture<>()));
    }
    awaitEnd();
    checkpoint("TRUNCATE");
    databases.session().close();
  }

  /** However often the caller is interrupted: a session must not be closed under the writer. */
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
