package dev.gatehouse.store.sqlite;

import module java.base;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Single thread that writes. All waiting jobs share a commit and thus one fsync, and are answered
 * after it. If the file fails, a small write is tried every second until one succeeds.
 */
final class Writer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Writer.class);
  private static final int MAX_JOBS = 500;

  /** Interval in nanoseconds between two probe writes to a failed file. */
  private static final long BETWEEN_PROBES = TimeUnit.SECONDS.toNanos(1);

  private static final int CHECKPOINTS = 1_000;
  private static final long OPTIMIZED_EVERY = TimeUnit.HOURS.toNanos(1);

  private final StoreFile file;
  private final LongConsumer commits;
  private final BlockingQueue<Job<?>> queue = new LinkedBlockingQueue<>();
  private final BlockingQueue<CompletableFuture<Void>> compactions = new ArrayBlockingQueue<>(1);
  private final List<Runnable> afterCommit = new ArrayList<>();
  private final Thread thread = Thread.ofPlatform().name("store-writer").unstarted(this::loop);
  private Sql sql;
  private volatile boolean closed;
  private long optimized;

  /** Current problem of the file; null if healthy. */
  private volatile String trouble;

  private long lastProbe;

  /**
   * Work of the writer. A failed job keeps the changes of its statements before, so a job has one
   * statement that changes documents, or may be cut short.
   */
  private record Job<T>(Function<Sql, T> work, CompletableFuture<T> done) {
    /** Returns how to answer the job after the commit. */
    Runnable run(Sql sql) {
      try {
        T result = work.apply(sql);
        return () -> done.complete(result);
      } catch (StoreFailure failure) {
        if (!failure.isOfOneCommand()) {
          throw failure;
        }
        return () -> done.completeExceptionally(failure);
      } catch (RuntimeException refused) {
        return () -> done.completeExceptionally(refused);
      }
    }
  }

  /**
   * @param commits receives the nanoseconds that each commit takes
   */
  Writer(StoreFile file, LongConsumer commits) {
    this.file = file;
    this.commits = commits;
    this.sql = file.writer();
    thread.start();
  }

  /** Returns the current problem; empty if healthy. */
  Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /** Returns the number of jobs that wait for the next commit. */
  int waiting() {
    return queue.size();
  }

  /** Runs a job and returns when its changes are on disk. */
  <T> T run(Function<Sql, T> work) {
    Job<T> job = new Job<>(work, new CompletableFuture<>());
    queue.add(job);
    if (closed && queue.remove(job)) {
      throw new IllegalStateException("the document store is closed");
    }
    return joined(job.done());
  }

  static <T> T joined(CompletableFuture<T> reply) {
    try {
      return reply.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Runs an action after the commit of the current job, unless that fails. Called by jobs. */
  void afterCommit(Runnable action) {
    afterCommit.add(action);
  }

  /** Writes the whole file anew between two commits. */
  void compact() {
    var done = new CompletableFuture<Void>();
    if (!compactions.offer(done)) {
      throw new IllegalStateException("the store is being compacted");
    }
    // Wakes the thread.
    run(Writer::probe);
    joined(done);
  }

  private void compactNow(CompletableFuture<Void> done) {
    try {
      sql.run("VACUUM");
      // Readers that use the log keep it from being emptied.
      for (int i = 0; i < CHECKPOINTS && !sql.pragma("wal_checkpoint(TRUNCATE)").equals("0"); i++) {
        Thread.onSpinWait();
      }
      done.complete(null);
    } catch (StoreFailure e) {
      done.completeExceptionally(e);
    }
  }

  private void loop() {
    while (!closed || !queue.isEmpty()) {
      CompletableFuture<Void> compaction = compactions.poll();
      if (compaction != null) {
        compactNow(compaction);
      }
      List<Job<?>> batch = next();
      if (!batch.isEmpty()) {
        commit(batch).forEach(Runnable::run);
      } else if (trouble == null) {
        optimize();
      } else if (System.nanoTime() - lastProbe >= BETWEEN_PROBES) {
        commit(List.of(new Job<>(Writer::probe, new CompletableFuture<>())));
      }
    }
  }

  private List<Job<?>> next() {
    List<Job<?>> batch = new ArrayList<>();
    try {
      Job<?> first = queue.poll(BETWEEN_PROBES, TimeUnit.NANOSECONDS);
      if (first != null) {
        batch.add(first);
        queue.drainTo(batch, MAX_JOBS);
      }
    } catch (InterruptedException e) {
      // Only close() ends this thread.
    }
    return batch;
  }

  private static Boolean probe(Sql sql) {
    sql.run("REPLACE INTO _values VALUES ('probe', 1)");
    return true;
  }

  /** Lets SQLite look whether its statistics of indexes are outdated. */
  private void optimize() {
    long now = System.nanoTime();
    if (optimized == 0 || now - optimized > OPTIMIZED_EVERY) {
      optimized = now;
      try {
        sql.pragma("analysis_limit=1000");
        sql.pragma("optimize=0x10002");
      } catch (StoreFailure e) {
        failed(e);
      }
    }
  }

  /** Commits a batch and returns the replies that may be sent now: its changes are on disk. */
  private List<Runnable> commit(List<Job<?>> batch) {
    Optional<StoreFailure> refusal = trouble == null ? Optional.empty() : file.beforeWriting();
    if (refusal.isPresent()) {
      // Without an attempt the outcome is certain.
      failed(refusal.get());
      batch.forEach(job -> job.done().completeExceptionally(refusal.get()));
      return List.of();
    }
    List<Runnable> answers = new ArrayList<>();
    long begin = System.nanoTime();
    try {
      sql.run("BEGIN IMMEDIATE");
      for (Job<?> job : batch) {
        answers.add(job.run(sql));
      }
      finish();
    } catch (RuntimeException | Error e) {
      try {
        undo(e);
      } finally {
        batch.forEach(job -> job.done().completeExceptionally(e));
      }
      return List.of();
    }
    afterCommit.forEach(Runnable::run);
    afterCommit.clear();
    commits.accept(System.nanoTime() - begin);
    recovered();
    return answers;
  }

  private void finish() {
    try {
      sql.run("COMMIT");
    } catch (StoreFailure e) {
      throw e.ofCommit();
    }
  }

  private void undo(Throwable cause) {
    afterCommit.clear();
    if (cause instanceof StoreFailure failure) {
      failed(failure);
    } else {
      log.error("a job of the document store failed", cause);
    }
    try {
      sql.run("ROLLBACK");
    } catch (StoreFailure alreadyUndone) {
      // SQLite rolls back by itself if the disk is full; this detects any other cause.
      reopenUnlessSound();
    }
  }

  private void reopenUnlessSound() {
    try {
      sql.run("BEGIN");
      sql.run("ROLLBACK");
    } catch (StoreFailure unsound) {
      try {
        sql.close();
      } catch (StoreFailure e) {
        log.warn("the document store's connection could not be closed: {}", e.getMessage());
      }
      try {
        sql = file.writer();
      } catch (StoreFailure e) {
        // The next commit fails too and tries again.
        failed(e);
      }
    }
  }

  /** Finishes waiting jobs and moves the whole log into the file. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    try {
      sql.pragma("wal_checkpoint(TRUNCATE)");
    } catch (StoreFailure e) {
      failed(e);
    }
    sql.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Records a failure; only the first one is logged. */
  private void failed(StoreFailure failure) {
    if (trouble == null) {
      log.error("write to the document store {} failed, keeping its last commit", file, failure);
    }
    trouble = "the document store can't write its file: " + failure.getMessage();
    lastProbe = System.nanoTime();
  }

  private void recovered() {
    if (trouble != null) {
      log.warn("the document store {} can write again", file);
      trouble = null;
    }
  }
}
