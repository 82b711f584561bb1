package dev.gatehouse.bus;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor on virtual threads with a limited number of running and waiting tasks. A task returns
 * the action that sends its answer. That action runs after the task's slot is free, so that the
 * client can call again immediately.
 */
final class AreaBulkhead {
  private static final Logger LOG = LoggerFactory.getLogger(AreaBulkhead.class);

  private final ExecutorService threads;
  private final int concurrency;
  private final int capacity;
  private final Queue<Supplier<Runnable>> waiting = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Promise<Void> drained = Promise.promise();
  private int running;
  private int unanswered;
  private boolean draining;

  AreaBulkhead(String name, int concurrency, int capacity) {
    this.concurrency = concurrency;
    this.capacity = capacity;
    this.threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-", 0).factory());
  }

  /** Accepts a task, or returns false immediately if the limits are reached. */
  boolean offer(Supplier<Runnable> task) {
    lock.lock();
    try {
      if (running >= concurrency && waiting.size() >= capacity) {
        return false;
      }
      unanswered++;
      if (running >= concurrency) {
        return waiting.add(task);
      }
      running++;
    } finally {
      lock.unlock();
    }
    threads.execute(() -> runAndContinue(task));
    return true;
  }

  /** Returns the number of tasks that are running, waiting or not yet answered. */
  int load() {
    lock.lock();
    try {
      return unanswered;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Completes when all accepted tasks are answered. Must be called after the last task was offered.
   */
  Future<Void> drain() {
    lock.lock();
    try {
      draining = true;
      return unanswered == 0 ? Future.succeededFuture() : drained.future();
    } finally {
      lock.unlock();
    }
  }

  private void runAndContinue(Supplier<Runnable> first) {
    Supplier<Runnable> task = first;
    while (task != null) {
      Runnable answer = run(task);
      task = take();
      send(answer);
    }
  }

  private static Runnable run(Supplier<Runnable> task) {
    try {
      return task.get();
    } catch (Throwable e) {
      // Otherwise the slot of a failed task would never be released.
      return () -> LOG.error("a call could not be answered", e);
    }
  }

  private void send(Runnable answer) {
    try {
      answer.run();
    } catch (Throwable e) {
      LOG.error("a call could not be answered", e);
    } finally {
      answered();
    }
  }

  private void answered() {
    boolean last;
    lock.lock();
    try {
      unanswered--;
      last = draining && unanswered == 0;
    } finally {
      lock.unlock();
    }
    if (last) {
      drained.tryComplete();
    }
  }

  private Supplier<Runnable> take() {
    lock.lock();
    try {
      Supplier<Runnable> next = waiting.poll();
      if (next == null) {
        running--;
      }
      return next;
    } finally {
      lock.unlock();
    }
  }
}
