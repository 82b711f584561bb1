package dev.gatehouse.areas.commerce.printshop.sync;

import dev.gatehouse.areas.commerce.printshop.sync.SyncState.Counts;
import dev.gatehouse.store.Leases;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turn to work on the orders, which one node at a time has, under a lease that it renews while
 * it works. Work is cancelled where it waits, never while it stores.
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

  /** Something that is done while nobody else works on the orders. */
  @FunctionalInterface
  interface Task {
    Counts run();
  }

  /** Something under way on this node. */
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
        // What is left to do goes to the store.
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
   * @param leases longer than twice what a call to the print shop takes
   */
  SyncTurn(Leases leases, Vertx vertx) {
    this.leases = leases;
    this.vertx = vertx;
  }

  /**
   * Begins something in the background; blocks a moment.
   *
   * @param start writes down that it begins, and is over before anybody is told so
   * @return its outcome; empty while something is under way on any node
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

  /** Whoever hears of the outcome may begin anew at once. */
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
      LOG.warn("the lease on the print shop's orders ends by itself: {}", away.toString());
    }
    running.set(null);
  }

  /**
   * Cancels what is under way on this node.
   *
   * @param wanted asked once it has begun: what was wanted before is not meant
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

  /** Waits, and keeps the lease. */
  @Override
  public void rest(Duration pause) {
    Duration left = pause;
    do {
      if (closed) {
        throw new IllegalStateException("the node ends");
      }
      Duration part = left.compareTo(MAX_REST) > 0 ? MAX_REST : left;
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

  /** Ends what is under way; the next node goes on with it. Blocks. */
  void close() {
    closed = true;
    Work work = running.get();
    if (work == null || work.thread == null) {
      return;
    }
    work.thread.interrupt();
    try {
      if (!work.thread.join(CLOSING)) {
        LOG.warn("a sync of the print shop's orders does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
