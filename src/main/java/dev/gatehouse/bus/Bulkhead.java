package dev.gatehouse.bus;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs tasks on virtual threads: so many at once, so many waiting, and no more. */
final class Bulkhead {
  private static final Logger LOG = LoggerFactory.getLogger(Bulkhead.class);

  private final ExecutorService threads;
  private final int concurrency;
  private final int capacity;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private int running;

  Bulkhead(String name, int concurrency, int capacity) {
    this.concurrency = concurrency;
    this.capacity = capacity;
    this.threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-", 0).factory());
  }

  /** Takes a task, or says no at once. */
  boolean offer(Runnable task) {
    lock.lock();
    try {
      if (running >= concurrency) {
        return waiting.size() < capacity && waiting.add(task);
      }
      running++;
    } finally {
      lock.unlock();
    }
    threads.execute(() -> runAndGoOn(task));
    return true;
  }

  /** How many tasks run or wait. */
  int load() {
    lock.lock();
    try {
      return running + waiting.size();
    } finally {
      lock.unlock();
    }
  }

  private void runAndGoOn(Runnable task) {
    Runnable next = task;
    while (next != null) {
      try {
        next.run();
      } catch (Throwable e) {
        // Without this the place of a failed task would stay taken for good.
        LOG.error("a call could not be answered", e);
      }
      next = take();
    }
  }

  private Runnable take() {
    lock.lock();
    try {
      Runnable next = waiting.poll();
      if (next == null) {
        running--;
      }
      return next;
    } finally {
      lock.unlock();
    }
  }
}
