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
 * Runs tasks on virtual threads: so many at once, so many waiting, and no more. A task ends in what
 * sends its answer, which happens once its place is free: who was answered may ask again at once.
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

  /** Takes a task, or says no at once. */
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

  /** The number of tasks that run, wait or have not sent their answer. */
  int load() {
    lock.lock();
    try {
      return unanswered;
    } finally {
      lock.unlock();
    }
  }

  /** To be called when no more tasks come: completes once all that were taken are answered. */
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
      // Without this the place of a failed task would stay taken for good.
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
