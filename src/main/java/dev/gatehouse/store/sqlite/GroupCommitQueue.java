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
 */
final class GroupCommitQueue {
  private static final int MAX_BATCH = 256;

  /**
   * Divisor of the last commit's duration, which gives the waiting time. The result is longer than
   * a client needs to send its next command.
   */
  private static final int GATHERING_DIVISOR = 4;

  private final long maxGatheringNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition enough = lock.newCondition();
  private final Queue<Job<?>> jobs = new ArrayDeque<>();
  private boolean closed;

  /** Number of waiting commands that are not parts of long commands. */
  private int shortOnes;

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
        throw e.getCause() instanceof RuntimeException cause ? cause : e;
      }
    }
  }

  /**
   * @param maxGatheringNanos maximum time that the writer waits for clients that it has answered
   */
  GroupCommitQueue(long maxGatheringNanos) {
    this.maxGatheringNanos = maxGatheringNanos;
  }

  int size() {
    lock.lock();
    try {
      return jobs.size();
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether commands wait that are not parts of long commands. */
  boolean hasShortOnes() {
    lock.lock();
    try {
      return shortOnes > 0;
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
      jobs.add(job);
      shortOnes += job.isPart() ? 0 : 1;
      if (jobs.size() >= wanted) {
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
   * @param commands number of commands in the commit
   * @param nanos duration of the commit
   */
  void committed(int commands, long nanos) {
    lock.lock();
    try {
      present = commands + jobs.size();
      gatheringNanos = Math.min(nanos / GATHERING_DIVISOR, maxGatheringNanos);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the waiting commands.
   *
   * @param nanos maximum time to wait for the first command
   * @return empty if none arrived
   */
  List<Job<?>> next(long nanos) {
    lock.lock();
    try {
      await(1, nanos);
      if (!jobs.isEmpty()) {
        await(Math.min(present, MAX_BATCH), gatheringNanos);
      }
      List<Job<?>> batch = new ArrayList<>();
      while (!jobs.isEmpty() && batch.size() < MAX_BATCH) {
        batch.add(jobs.remove());
      }
      shortOnes = (int) jobs.stream().filter(job -> !job.isPart()).count();
      return batch;
    } catch (InterruptedException e) {
      throw new IllegalStateException("the writer is never interrupted", e);
    } finally {
      wanted = 1;
      lock.unlock();
    }
  }

  private void await(int commands, long nanos) throws InterruptedException {
    wanted = commands;
    long left = nanos;
    while (jobs.size() < commands && !closed && left > 0) {
      left = enough.awaitNanos(left);
    }
  }
}
