package dev.gatehouse.bus;

import module java.base;

import dev.gatehouse.bus.AreaLanes.AreaWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor on virtual threads with a limited number of running calls. A call waits if its expected
 * wait is below its deadline and the area's maximum. Otherwise it is rejected.
 *
 * <p>A task returns the action that sends its answer. That action runs after the task's slot is
 * free, so that the client can call again immediately.
 */
final class AreaBulkhead {
  private static final Logger LOG = LoggerFactory.getLogger(AreaBulkhead.class);
  private static final long TICK_MILLIS = 50;

  private final ExecutorService threads;
  private final AreaLanes lanes;
  private final Timer timer;
  private final ReentrantLock lock = new ReentrantLock();
  private final Promise<Void> drained = Promise.promise();
  private int unanswered;
  private boolean ticking;
  private boolean draining;

  /** Runs an action later. */
  @FunctionalInterface
  interface Timer {
    void in(long millis, Runnable action);
  }

  AreaBulkhead(String name, AreaLimits limits, Timer timer) {
    this.lanes = new AreaLanes(limits);
    this.timer = timer;
    this.threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-", 0).factory());
  }

  /**
   * Accepts a call. If its expected wait is too long, it is rejected immediately.
   *
   * @return the time after which a rejected call may be repeated; empty for an accepted call
   */
  Optional<Duration> offer(AreaWork work) {
    AreaLanes.Decision decision;
    lock.lock();
    try {
      decision = lanes.offer(work, System.nanoTime());
      if (!(decision instanceof AreaLanes.Rejected)) {
        unanswered++;
      }
      if (decision instanceof AreaLanes.Waiting) {
        tickLater();
      }
    } finally {
      lock.unlock();
    }
    return switch (decision) {
      case AreaLanes.Rejected rejected -> Optional.of(rejected.retryAfter());
      case AreaLanes.Waiting waiting -> Optional.empty();
      case AreaLanes.Begun begun -> {
        threads.execute(() -> runAndContinue(begun.run()));
        yield Optional.empty();
      }
    };
  }

  private void tickLater() {
    if (!ticking) {
      ticking = true;
      timer.in(TICK_MILLIS, this::tick);
    }
  }

  /** Looks for running calls that have become slow while others wait. */
  private void tick() {
    List<AreaLanes.Run> begun;
    lock.lock();
    try {
      begun = lanes.beginNext(System.nanoTime());
      ticking = false;
      if (lanes.anyWaiting()) {
        tickLater();
      }
    } finally {
      lock.unlock();
    }
    begun.forEach(run -> threads.execute(() -> runAndContinue(run)));
  }

  /**
   * Completes when all accepted calls are answered. Must be called after the last call was offered.
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

  private void runAndContinue(AreaLanes.Run first) {
    AreaLanes.Run run = first;
    while (run != null) {
      Runnable answer = run(run.work);
      List<AreaLanes.Run> next = end(run);
      run = next.isEmpty() ? null : next.getFirst();
      next.stream().skip(1).forEach(more -> threads.execute(() -> runAndContinue(more)));
      send(answer);
    }
  }

  private List<AreaLanes.Run> end(AreaLanes.Run run) {
    lock.lock();
    try {
      return lanes.end(run, System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  private static Runnable run(AreaWork work) {
    try {
      return work.task().get();
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
}
