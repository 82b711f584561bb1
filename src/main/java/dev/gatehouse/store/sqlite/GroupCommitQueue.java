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
 * The commands that wait for the writer, and which of them share a commit. Of several who write one
 * command after the other, some are answered while the others wait: left to themselves, they go on
 * in two halves that take turns, each with an fsync of its own. So the writer waits a moment for
 * those whom it has just answered, as long as they do come back.
 */
final class GroupCommitQueue {
  private static final int MAX_BATCH = 256;

  /** Of the time that the last commit took: longer than it takes to send the next command. */
  private static final int GATHERING_DIVISOR = 4;

  private final long maxGatheringNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition enough = lock.newCondition();
  private final Queue<Job<?>> jobs = new ArrayDeque<>();
  private boolean closed;

  /** So many must wait before the writer is woken. */
  private int wanted = 1;

  /**
   * Number of those who took part when the last commit ended: whose commands it held, who waited.
   */
  private int present;

  private long gatheringNanos;

  /** Work to be done, or nothing where the writer shall end. */
  record Job<T>(Databases.Work<T> work, CompletableFuture<T> done) {
    Job(Databases.Work<T> work) {
      this(work, new CompletableFuture<>());
    }

    boolean isLast() {
      return work == null;
    }

    /** Waits until it is on the disk; throws what it threw. */
    T join() {
      try {
        return done.join();
      } catch (CompletionException e) {
        throw e.getCause() instanceof RuntimeException cause ? cause : e;
      }
    }
  }

  /**
   * @param maxGatheringNanos how long the writer may wait for those whom it has answered
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
      if (jobs.size() >= wanted) {
        enough.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes nothing more, and has the writer end behind what waits; false if it was closed before.
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
   * Takes note of who takes part, before the commands of a commit are answered.
   *
   * @param commands of the commit
   * @param nanos that it took
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
   * The commands that wait.
   *
   * @param nanos how long to wait for the first
   * @return empty if none came
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
      return batch;
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the writer", e);
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
