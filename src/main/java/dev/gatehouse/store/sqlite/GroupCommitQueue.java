package dev.gatehouse.store.sqlite;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Commands that wait for the writer, grouped into shared commits.
 *
 * <p>With several clients that each write one command after the other, some wait while others are
 * answered. They would then form two groups with alternating commits and twice as many fsyncs. The
 * writer therefore waits briefly for the clients that it has just answered, while they keep
 * sending.
 *
 * <p>Parts of long commands step back: a part runs when no short command has come for a while, or
 * else in one of a few commits. Most short commands then cost what they cost without it.
 */
final class GroupCommitQueue {
  private static final int MAX_BATCH = 256;

  /**
   * Divisor of the last commit's duration, which gives the waiting time. The result is longer than
   * a client needs to send its next command.
   */
  private static final int GATHERING_DIVISOR = 4;

  /** Commits with short commands from one part of a long command to the next. */
  private static final int COMMITS_FOR_EACH_PART = 4;

  private final long maxGatheringNanos;
  private final long restNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition enough = lock.newCondition();
  private final Queue<Job<?>> jobs = new ArrayDeque<>();
  private final Queue<Job<?>> parts = new ArrayDeque<>();
  private boolean closed;

  /** Number of short commands in the last batch. */
  private int taken;

  /** Number of commits with short commands since the last part. */
  private int commits;

  /** The end of the last commit with short commands, by {@link System#nanoTime}; 0 without any. */
  private long answered;

  /** Number of waiting commands at which the writer is woken. */
  private int wanted = 1;

  /** Number of clients at the end of the last commit: its commands plus the waiting ones. */
  private int present;

  private long gatheringNanos;

  /**
   * Command for the writer; its work is null to stop the writer.
   *
   * @param isPart whether it is a part of a long command
   */
  record Job<T>(Databases.Work<T> work, CompletableFuture<T> done, boolean isPart) {
    Job(Databases.Work<T> work) {
      this(work, new CompletableFuture<>(), false);
    }

    /** Returns a part of a long command, which ends early while short commands wait. */
    static <T> Job<T> part(Databases.Work<T> work) {
      return new Job<>(work, new CompletableFuture<>(), true);
    }

    boolean isLast() {
      return work == null;
    }

    /** Waits until the command is on disk; rethrows its exception. */
    T join() {
      try {
        return done.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw e;
      }
    }
  }

  /**
   * @param maxGatheringNanos maximum time that the writer waits for clients that it has answered
   * @param restNanos time without short commands after which a part of a long command runs
   */
  GroupCommitQueue(long maxGatheringNanos, long restNanos) {
    this.maxGatheringNanos = maxGatheringNanos;
    this.restNanos = restNanos;
  }

  int size() {
    lock.lock();
    try {
      return jobs.size() + parts.size();
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether commands wait that are not parts of long commands. */
  boolean hasShortOnes() {
    lock.lock();
    try {
      return !jobs.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds a command.
   *
   * @throws IllegalStateException if the store is closed
   */
  void add(Job<?> job) {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the document store is closed");
      }
      if (job.isPart()) {
        parts.add(job);
      } else {
        jobs.add(job);
      }
      if (job.isPart() || jobs.size() >= wanted) {
        enough.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Rejects further commands and stops the writer after the waiting ones. Returns false if already
   * closed.
   */
  boolean close() {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      closed = true;
      jobs.add(new Job<>(null));
      enough.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Records the number of active clients, before the commands of a commit are answered.
   *
   * @param nanos duration of the commit
   */
  void committed(long nanos) {
    lock.lock();
    try {
      present = taken + jobs.size();
      gatheringNanos = Math.min(nanos / GATHERING_DIVISOR, maxGatheringNanos);
      if (taken > 0) {
        answered = System.nanoTime();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the waiting commands. Parts of long commands are all returned without short commands,
   * and one by one with them.
   *
   * @param nanos maximum time to wait for the first command
   * @return empty if none arrived
   */
  List<Job<?>> next(long nanos) {
    lock.lock();
    try {
      awaitFirst(nanos);
      if (!jobs.isEmpty()) {
        await(Math.min(present, MAX_BATCH), gatheringNanos);
      }
      List<Job<?>> batch = new ArrayList<>();
      while (!jobs.isEmpty() && batch.size() < MAX_BATCH) {
        batch.add(jobs.remove());
      }
      taken = batch.size();
      if (taken > 0) {
        commits++;
      }
      if (closed || (taken == 0 && rest() <= 0)) {
        batch.addAll(0, parts);
        parts.clear();
      } else if (taken > 0 && commits >= COMMITS_FOR_EACH_PART && !parts.isEmpty()) {
        batch.add(parts.remove());
        commits = 0;
      }
      return batch;
    } catch (InterruptedException e) {
      throw new IllegalStateException("the writer is never interrupted", e);
    } finally {
      wanted = 1;
      lock.unlock();
    }
  }

  /** Returns the time until parts may run without short commands. */
  private long rest() {
    return answered == 0 ? 0 : answered + restNanos - System.nanoTime();
  }

  private void awaitFirst(long nanos) throws InterruptedException {
    wanted = 1;
    long end = System.nanoTime() + nanos;
    long left = leftUntil(end);
    while (jobs.isEmpty() && !closed && left > 0) {
      enough.awaitNanos(left);
      left = leftUntil(end);
    }
  }

  private long leftUntil(long end) {
    long left = end - System.nanoTime();
    return parts.isEmpty() ? left : Math.min(left, rest());
  }

  private void await(int commands, long nanos) throws InterruptedException {
    wanted = commands;
    long left = nanos;
    while (jobs.size() < commands && !closed && left > 0) {
      left = enough.awaitNanos(left);
    }
  }
}
