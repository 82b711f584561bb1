package dev.gatehouse.store.sqlite;

import dev.gatehouse.store.sqlite.GroupCommitQueue.Job;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * Single thread that writes. All waiting commands share a commit and thus one fsync, and are
 * answered after it. If the file fails, a small write is tried every second until one succeeds.
 */
final class Writer implements AutoCloseable {
  private static final int CLEARED_AT_ONCE = 200;
  private static final long PROBE_COUNTER = -2;

  private static final long MAX_GATHERING = TimeUnit.MICROSECONDS.toNanos(500);

  /** A client of one node sends its next command sooner, and a long command loses little time. */
  private static final long REST = TimeUnit.MILLISECONDS.toNanos(2);

  private final OrderStatistics ranks;
  private final WriterHealth health;
  private final Transactions transactions;
  private final GroupCommitQueue queue = new GroupCommitQueue(MAX_GATHERING, REST);
  private final Pace pace = new Pace(queue::hasShortOnes);
  private final Thread thread;
  private final ExecutorService copier =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("store-copier").daemon().factory());
  private final Checkpoints checkpoints;
  private boolean clearing = true;

  /**
   * Starts the writer, which first cleans up after a crash.
   *
   * @param commits receives the nanoseconds that each commit takes
   */
  Writer(StoreFile file, LongAdder reads, LongConsumer commits) {
    this.ranks = file.ranks();
    ranks.expectRecall();
    this.health = new WriterHealth(file);
    this.transactions = new Transactions(file, health, reads, commits, pace);
    this.checkpoints = new Checkpoints(file, copier);
    this.thread = Thread.ofPlatform().name("store-writer").unstarted(this::loop);
    if (transactions.databases().catalog().hasUnfinished()) {
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

  /** Returns the pace of the commands that it runs in slices. */
  Pace pace() {
    return pace;
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

  /**
   * Runs a part of a long command, which ends by the {@link #pace}, and returns when it is on disk.
   */
  <T> T runPart(Databases.Work<T> work) {
    Job<T> job = Job.part(work);
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
    // In this thread, because it takes longer than the rest of a start.
    attempt(transactions::recallCounts);
    boolean last = false;
    while (!last) {
      boolean busy = (clearing || ranks.isBusy() || ranks.isUnsaved()) && health.good();
      List<Job<?>> batch = queue.next(busy ? 0 : WriterHealth.BETWEEN_PROBES);
      last = batch.removeIf(Job::isLast);
      long begin = System.nanoTime();
      List<Runnable> answers = transactions.commit(batch);
      queue.committed(System.nanoTime() - begin);
      answers.forEach(Runnable::run);
      if (!last) {
        tidy();
      }
    }
  }

  private void commit(Job<?> own) {
    transactions.commit(List.of(own)).forEach(Runnable::run);
  }

  /** Runs maintenance between two commits: a probe after a failure, otherwise pending work. */
  private void tidy() {
    if (!health.good()) {
      if (health.probeIsDue(System.nanoTime())) {
        commit(new Job<>(Writer::probe));
      }
      return;
    }
    attempt(() -> checkpoints.advance(sql()));
    if (clearing) {
      CompletableFuture<Boolean> more = new CompletableFuture<>();
      commit(new Job<>(each -> each.catalog().clear(CLEARED_AT_ONCE), more, true));
      clearing = more.isDone() && !more.isCompletedExceptionally() && more.join();
    } else if (ranks.isUnsaved()) {
      commit(new Job<>(databases -> true));
    } else if (ranks.isBusy()) {
      ranks.count(transactions.databases().session().entries());
    }
  }

  private static Boolean probe(Databases databases) {
    Session session = databases.session();
    session.setCounter(PROBE_COUNTER, session.counter(PROBE_COUNTER) + 1);
    return true;
  }

  private Sql sql() {
    return transactions.databases().session().sql();
  }

  private void attempt(Runnable work) {
    try {
      work.run();
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
    copier.close();
    attempt(() -> checkpoints.finish(sql()));
    transactions.databases().session().close();
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
