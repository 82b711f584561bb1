package dev.gatehouse.areas.commerce.printshop.sync;

import module java.base;

import dev.gatehouse.areas.commerce.printshop.sync.SyncState.Counts;
import dev.gatehouse.store.Leases;
import dev.gatehouse.time.Extremes;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exclusive permission to work on the orders, held by one node under a lease that it renews while
 * it works. Work can be cancelled while it waits, never while it stores.
 */
final class SyncTurn implements OrderSync.Patience {
  private static final Logger LOG = LoggerFactory.getLogger(SyncTurn.class);
  private static final String LEASE = "printshop.sync";
  private static final Duration MAX_REST = Duration.ofSeconds(10);
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final Leases leases;
  private final Vertx vertx;
  private final AtomicReference<Work> running = new AtomicReference<>();
  private volatile boolean closed;

  /** Task that runs while no other node works on the orders. */
  @FunctionalInterface
  interface Task {
    Counts run();
  }

  /** Task in progress on this node. */
  private static final class Work {
    private final CompletableFuture<Counts> outcome = new CompletableFuture<>();
    private volatile Thread thread;
    private boolean waits;
    private boolean cancelled;

    void begin(Runnable task) {
      thread = Thread.ofVirtual().name("printshop-sync").unstarted(task);
      thread.start();
    }

    synchronized void beginToWait() {
      if (cancelled) {
        throw OrderSync.overtaken();
      }
      waits = true;
    }

    synchronized void endToWait() {
      waits = false;
      if (cancelled) {
        // The remaining work is in the store and must not be interrupted.
        Thread.interrupted();
      }
    }

    synchronized void cancel() {
      cancelled = true;
      if (waits) {
        thread.interrupt();
      }
    }
  }

  /**
   * @param leases last longer than two calls to the print shop
   */
  SyncTurn(Leases leases, Vertx vertx) {
    this.leases = leases;
    this.vertx = vertx;
  }

  /**
   * Starts a task in the background. Blocks briefly.
   *
   * @param start records the start, before this method returns
   * @return its outcome; empty while a task is in progress on any node
   */
  Optional<CompletableFuture<Counts>> begin(Supplier<Task> start) {
    var work = new Work();
    if (closed || !running.compareAndSet(null, work)) {
      return Optional.empty();
    }
    boolean taken = false;
    boolean begun = false;
    try {
      taken = leases.take(LEASE) != Leases.Hold.NO;
      if (taken) {
        Task task = start.get();
        work.begin(() -> run(task, work.outcome));
        begun = true;
      }
    } finally {
      if (!begun) {
        end(taken);
      }
    }
    return begun ? Optional.of(work.outcome) : Optional.empty();
  }

  /** Runs the task. A listener of the outcome can start a new run immediately. */
  private void run(Task task, CompletableFuture<Counts> outcome) {
    Counts counts = null;
    Throwable problem = null;
    try {
      counts = task.run();
    } catch (Exception e) {
      problem = e;
    }
    end(true);
    if (problem == null) {
      outcome.complete(counts);
    } else {
      outcome.completeExceptionally(problem);
    }
  }

  private void end(boolean taken) {
    try {
      if (taken) {
        leases.giveBack(LEASE);
      }
    } catch (RuntimeException away) {
      LOG.warn("lease of the print shop sync not released, it will expire: {}", away.toString());
    }
    running.set(null);
  }

  /**
   * Cancels the task in progress on this node.
   *
   * @param wanted evaluated after the task has begun, so that earlier requests are ignored
   */
  void cancelIf(BooleanSupplier wanted) {
    Work work = running.get();
    if (work != null && work.thread != null && wanted.getAsBoolean()) {
      work.cancel();
    }
  }

  @Override
  public <T> T during(Supplier<T> wait) {
    Work work = running.get();
    work.beginToWait();
    try {
      return wait.get();
    } finally {
      work.endToWait();
    }
  }

  /** Waits while renewing the lease. */
  @Override
  public void rest(Duration pause) {
    Duration left = pause;
    do {
      if (closed) {
        throw new IllegalStateException("the node is shutting down");
      }
      Duration part = Extremes.min(left, MAX_REST);
      if (part.isPositive()) {
        during(() -> vertx.timer(part.toMillis() + 1, TimeUnit.MILLISECONDS).await());
      }
      left = left.minus(part);
      if (leases.take(LEASE) == Leases.Hold.NO) {
        throw OrderSync.overtaken();
      }
    } while (left.isPositive());
  }

  boolean isClosed() {
    return closed;
  }

  /** Stops the task in progress; another node resumes it. Blocks. */
  void close() {
    closed = true;
    Work work = running.get();
    if (work == null || work.thread == null) {
      return;
    }
    work.thread.interrupt();
    try {
      if (!work.thread.join(CLOSING)) {
        LOG.warn("the print shop sync did not stop in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
