package dev.gatehouse.commerce.printshop.sync;

import dev.gatehouse.bus.FailureException;
import dev.gatehouse.commerce.printshop.orders.OrderRepository;
import dev.gatehouse.commerce.printshop.orders.SalesRules;
import dev.gatehouse.commerce.printshop.orders.SalesTotals;
import dev.gatehouse.commerce.printshop.sync.SyncState.Counts;
import dev.gatehouse.module.JobPostponedException;
import dev.gatehouse.module.NodeServices;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.store.Leases;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that one node at a time works on the orders, under a lease that it renews with each
 * page, and that what was cut off is gone on with.
 */
public final class Synchronizer {
  private static final Logger LOG = LoggerFactory.getLogger(Synchronizer.class);
  private static final String LEASE = "printshop.sync";

  /** A call to the print shop takes less than half of it. */
  private static final Duration LEASE_LENGTH = Duration.ofMinutes(1);

  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final Duration MAX_REST = Duration.ofSeconds(10);
  private static final Duration CLOSING = Duration.ofSeconds(5);
  private static final int MAX_LOOKS = 40;
  private static final long LOOK_MILLIS = 50;
  private static final int MAX_REPLY_BYTES = 16 << 20;

  private final SyncSettings settings;
  private final SyncRepository states;
  private final OrderRepository orders;
  private final SalesTotals book;
  private final Runnable changed;
  private final OrderSync sync;
  private final Leases leases;
  private final SyncTroubles troubles;
  private final Vertx vertx;
  private final InstantSource clock;
  private final AtomicReference<Work> running = new AtomicReference<>();
  private volatile boolean closed;

  /** Something under way on this node. */
  private record Work(Thread thread, CompletableFuture<Counts> outcome) {}

  /** Something that is done while nobody else works on the orders. */
  @FunctionalInterface
  private interface Task {
    Counts run();
  }

  /**
   * @param changed tells that something has been synchronized
   */
  public Synchronizer(
      NodeServices node,
      SyncSettings settings,
      OrderRepository orders,
      SalesTotals book,
      Runnable changed) {
    this.changed = changed;
    this.settings = settings;
    this.orders = orders;
    this.book = book;
    this.states = new SyncRepository(node.documents());
    this.leases = new Leases(node.documents(), LEASE_LENGTH, SKEW, node.clock());
    this.vertx = node.vertx();
    this.clock = node.clock();
    ProviderOptions options =
        ProviderOptions.of("printshop")
            .withTimeout(settings.timeout())
            .withMaxReplyBytes(MAX_REPLY_BYTES)
            .withBulkhead(2, 2);
    var provider = new PrintfulApi(node.providers().client(options), settings.account());
    this.troubles = new SyncTroubles(states, node.outbox(), provider);
    this.sync =
        new OrderSync(
            new OrderSync.Source(
                provider,
                new OrderReader(settings.rules(), settings.currency()),
                new CallRate(settings.callsPerMinute(), clock),
                node.documents().tolerantReads()),
            new OrderSync.Stock(states, orders, book),
            this::rest,
            clock);
  }

  /** The standing of the copy; blocks. */
  SyncState state() {
    return states.get();
  }

  /**
   * Begins a run in the background; blocks a moment.
   *
   * @return its outcome, which fails as the run does; empty while one is under way on any node
   */
  Optional<CompletableFuture<Counts>> begin() {
    Optional<CompletableFuture<Counts>> begun = begin(this::synchronize);
    // One that has just ended, or mends, is over in a moment.
    for (int look = 0; begun.isEmpty() && look < MAX_LOOKS && states.get().run() == null; look++) {
      vertx.timer(LOOK_MILLIS, TimeUnit.MILLISECONDS).await();
      begun = begin(this::synchronize);
    }
    return begun;
  }

  private Optional<CompletableFuture<Counts>> begin(Task task) {
    var outcome = new CompletableFuture<Counts>();
    Thread thread = Thread.ofVirtual().name("printshop-sync").unstarted(() -> work(task, outcome));
    if (closed || !running.compareAndSet(null, new Work(thread, outcome))) {
      return Optional.empty();
    }
    boolean taken = false;
    try {
      taken = leases.take(LEASE) != Leases.Hold.NO;
    } finally {
      if (!taken) {
        running.set(null);
      }
    }
    if (!taken) {
      return Optional.empty();
    }
    thread.start();
    return Optional.of(outcome);
  }

  /** Whoever hears of the outcome may begin anew at once. */
  private void work(Task task, CompletableFuture<Counts> outcome) {
    Counts counts = null;
    Throwable problem = null;
    try {
      counts = task.run();
    } catch (Exception e) {
      problem = e;
    }
    try {
      leases.giveBack(LEASE);
    } catch (RuntimeException away) {
      LOG.warn("the lease on the print shop's orders ends by itself: {}", away.toString());
    }
    running.set(null);
    if (problem == null) {
      outcome.complete(counts);
    } else {
      outcome.completeExceptionally(problem);
    }
  }

  private Counts synchronize() {
    try {
      Counts counts = sync.run();
      changed.run();
      LOG.info(
          "print shop: {} pages, {} orders new, {} changed, {} skipped",
          counts.pages(),
          counts.created(),
          counts.updated(),
          counts.skipped());
      return counts;
    } catch (FailureException e) {
      troubles.note(e.failure());
      throw e;
    } catch (RuntimeException e) {
      troubles.note(closed ? "the node that was at it has stopped" : "internal error");
      throw e;
    }
  }

  /** Waits, and keeps the lease. */
  private void rest(Duration pause) {
    Duration left = pause;
    do {
      if (closed) {
        throw new IllegalStateException("the node ends");
      }
      Duration part = left.compareTo(MAX_REST) > 0 ? MAX_REST : left;
      if (part.isPositive()) {
        vertx.timer(part.toMillis() + 1, TimeUnit.MILLISECONDS).await();
      }
      left = left.minus(part);
      if (leases.take(LEASE) == Leases.Hold.NO) {
        throw OrderSync.overtaken();
      }
    } while (left.isPositive());
  }

  /**
   * Goes on with a run that was cut off, and mends what it has left; blocks.
   *
   * @throws JobPostponedException when the print shop fails
   */
  public void resume() throws JobPostponedException {
    SyncState state = states.get();
    if (state.run() == null) {
      if (mustBeMended(state)) {
        await(begin(this::mend));
      }
    } else if (isDue(state) && settings.isConfigured()) {
      await(begin());
    }
  }

  /** Returns whether a run that was cut off is to go on: at once under another token. */
  private boolean isDue(SyncState state) {
    String refused = state.trouble().refusedToken();
    return refused == null
        ? state.run().standsStill(clock.instant())
        : !state.isPaused(settings.account().tokenName());
  }

  /** Returns whether something was left unfinished, or judged by other rules. */
  private boolean mustBeMended(SyncState state) {
    boolean otherRules = !settings.rules().fingerprint().equals(state.rules());
    return book.isAbandoned() || (otherRules && !state.isNew());
  }

  private Counts mend() {
    SalesRules rules = settings.rules();
    if (!rules.fingerprint().equals(states.get().rules())) {
      book.judgeAll(rules);
      // Nobody else is at it; if a clock or a freeze has let in another, he will do it once more.
      states.change(states.get().judgedBy(rules.fingerprint()));
    }
    book.settle(month -> true);
    return Counts.NONE;
  }

  /**
   * Synchronizes, where that is wanted every day; blocks.
   *
   * @throws JobPostponedException when the print shop fails
   */
  public void daily() throws JobPostponedException {
    if (settings.daily() && settings.isConfigured()) {
      await(begin());
    }
  }

  private static void await(Optional<CompletableFuture<Counts>> begun)
      throws JobPostponedException {
    try {
      begun.ifPresent(CompletableFuture::join);
    } catch (CompletionException e) {
      if (e.getCause() instanceof FailureException failed) {
        throw new JobPostponedException(failed.failure().message());
      }
      throw e;
    }
  }

  /** The end of the last sync that went through; null if there was none. Blocks. */
  public Instant lastSyncedAt() {
    return states.get().done().lastSyncedAt();
  }

  /** Returns whether the copy waits for another token; blocks. */
  public boolean isPaused() {
    return states.get().isPaused(settings.account().tokenName());
  }

  /** The number of orders that are kept; blocks. */
  long count() {
    return orders.count();
  }

  /** Ends the run that is under way; the next node goes on with it. Blocks. */
  public void close() {
    closed = true;
    Work work = running.get();
    if (work == null) {
      return;
    }
    work.thread().interrupt();
    try {
      if (!work.thread().join(CLOSING)) {
        LOG.warn("a sync of the print shop's orders does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
