package dev.gatehouse.areas.commerce.printshop.sync;

import module java.base;

import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrderRepository;
import dev.gatehouse.areas.commerce.printshop.orders.SalesRules;
import dev.gatehouse.areas.commerce.printshop.sync.SyncState.Counts;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.store.Leases;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one sync at a time across the cluster, under a lease that is renewed with each page. Resumes
 * interrupted runs.
 */
public final class Synchronizer {
  private static final Logger LOG = LoggerFactory.getLogger(Synchronizer.class);

  /** A call to the print shop takes less than half of this. */
  private static final Duration LEASE_LENGTH = Duration.ofMinutes(1);

  private static final Duration SKEW = Duration.ofSeconds(5);

  /** A failed job is retried for an hour, which must not restart a run that the owner cancelled. */
  private static final Duration LET_BE = Duration.ofHours(2);

  private static final int MAX_LOOKS = 100;
  private static final long LOOK_MILLIS = 50;
  private static final int MAX_REPLY_BYTES = 16 << 20;

  private final SyncSettings settings;
  private final SyncRepository repository;
  private final PrintOrderRepository orders;
  private final Runnable changed;
  private final OrderSync sync;
  private final SyncTurn turn;
  private final SyncProblems problems;
  private final Vertx vertx;
  private final InstantSource clock;

  /**
   * @param changed called after a sync
   */
  public Synchronizer(
      NodeServices node, SyncSettings settings, PrintOrderRepository orders, Runnable changed) {
    this.changed = changed;
    this.settings = settings;
    this.orders = orders;
    this.repository = new SyncRepository(node.documents());
    this.turn =
        new SyncTurn(
            new Leases(node.documents(), LEASE_LENGTH, SKEW, node.clock().guarded()), node.vertx());
    this.vertx = node.vertx();
    this.clock = node.clock();
    ProviderOptions options =
        ProviderOptions.of("printshop")
            .withTimeout(settings.timeout())
            .withMaxReplyBytes(MAX_REPLY_BYTES)
            .withBulkhead(2, 2);
    var provider = new PrintfulApi(node.providers().client(options), settings.account());
    this.problems = new SyncProblems(repository, node.outbox(), node.pages(), provider, changed);
    this.sync =
        new OrderSync(
            new OrderSync.Source(
                provider,
                new OrderReader(settings.rules(), settings.currency()),
                new CallRate(settings.callsPerMinute(), clock)),
            new OrderSync.Stock(repository, orders),
            turn,
            clock);
  }

  /** Returns the state of the copy. Blocks. */
  SyncState state() {
    return repository.get();
  }

  /**
   * Starts a run in the background. Blocks briefly.
   *
   * @return its outcome, which fails as the run does; empty while one is in progress on any node
   */
  Optional<CompletableFuture<Counts>> begin() {
    Optional<CompletableFuture<Counts>> begun = turn.begin(this::synchronization);
    // A run that has just ended, was cancelled, or repairs sums ends within a moment.
    for (int look = 0; begun.isEmpty() && look < MAX_LOOKS && repository.get().isAtRest(); look++) {
      vertx.timer(LOOK_MILLIS, TimeUnit.MILLISECONDS).await();
      begun = turn.begin(this::synchronization);
    }
    return begun;
  }

  /** Recorded first, so that a caller can read or cancel a run as soon as it has begun. */
  private SyncTurn.Task synchronization() {
    SyncState begun = sync.begin();
    return () -> synchronize(begun);
  }

  /**
   * Cancels the run that is in progress on any node or was interrupted. One write to the store
   * decides whether the run has ended or was cancelled. Blocks.
   *
   * @return the state after that
   */
  SyncState cancel() {
    SyncState state = repository.update(known -> known.cancelled(clock.instant()));
    watch();
    return state;
  }

  /** Stops this node's run if it was cancelled on any node. Blocks. */
  public void watch() {
    turn.cancelIf(() -> repository.get().isCancelled());
  }

  private Counts synchronize(SyncState begun) {
    try {
      Counts counts = sync.run(begun);
      changed.run();
      LOG.info(
          "print shop sync finished pages={} new={} changed={} skipped={}",
          counts.pages(),
          counts.created(),
          counts.updated(),
          counts.skipped());
      return counts;
    } catch (Exception e) {
      // Includes checked exceptions, because await() throws the cause unwrapped.
      throw cutOff(e);
    }
  }

  /** Records why a run was interrupted, and returns the exception that ends it. */
  private RuntimeException cutOff(Exception e) {
    if (isCancelled(e)) {
      changed.run();
      return new CancellationException("the sync was cancelled");
    }
    if (!(e instanceof ApiException failed)) {
      problems.note(turn.isClosed() ? "the node that ran the sync has stopped" : words(e));
      return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }
    if (!OrderSync.isOvertaken(failed)) {
      problems.note(failed.failure());
    }
    return failed;
  }

  private static String words(Exception e) {
    return StoreFailures.answer(e).map(ApiError::message).orElse("internal error");
  }

  private boolean isCancelled(Exception e) {
    try {
      return repository.get().isCancelled();
    } catch (RuntimeException away) {
      e.addSuppressed(away);
      return false;
    }
  }

  /**
   * Resumes an interrupted run, or classifies the orders by new rules. Blocks.
   *
   * @throws JobPostponedException if the print shop fails
   */
  public void resume() throws JobPostponedException {
    SyncState state = repository.get();
    if (state.isAtRest()) {
      if (needsRepair(state)) {
        await(turn.begin(() -> this::repair));
      }
    } else if (isDue(state) && settings.isConfigured()) {
      await(begin());
    }
  }

  /**
   * Returns whether an interrupted run must resume now. With another token, it resumes immediately.
   */
  private boolean isDue(SyncState state) {
    String refused = state.trouble().refusedToken();
    if (refused == null) {
      return state.run().isStalled(clock.instant());
    }
    return !state.isPaused(settings.account().tokenName());
  }

  /** Returns whether the orders were classified by other rules. */
  private boolean needsRepair(SyncState state) {
    return !state.isNew() && !settings.rules().fingerprint().equals(state.rules());
  }

  private Counts repair() {
    SalesRules rules = settings.rules();
    orders.classifyAll(rules);
    // Only this node works on the orders. If a clock error or a freeze admits another, it repeats
    // this.
    repository.change(repository.get().judgedBy(rules.fingerprint()));
    changed.run();
    return Counts.NONE;
  }

  /**
   * Synchronizes if the daily sync is enabled. Blocks.
   *
   * @throws JobPostponedException if the print shop fails
   */
  public void daily() throws JobPostponedException {
    boolean wanted = !repository.get().isCancelledSince(clock.instant().minus(LET_BE));
    if (settings.daily() && settings.isConfigured() && wanted) {
      await(begin());
    }
  }

  private static void await(Optional<CompletableFuture<Counts>> begun)
      throws JobPostponedException {
    try {
      begun.ifPresent(CompletableFuture::join);
    } catch (CancellationException byTheOwner) {
      LOG.info("print shop: the owner cancelled the sync");
    } catch (CompletionException e) {
      if (e.getCause() instanceof ApiException failed) {
        throw new JobPostponedException(failed.failure().message());
      }
      throw e;
    }
  }

  /** Returns the age of the copy. The end of the last completed sync is its time. Blocks. */
  public Freshness freshness() {
    return repository.get().freshness();
  }

  /** Returns whether the copy waits for another token. Blocks. */
  public boolean isPaused() {
    return repository.get().isPaused(settings.account().tokenName());
  }

  /** Returns the number of stored orders. Blocks. */
  long count() {
    return orders.count();
  }

  /** Stops the run in progress; another node resumes it. Blocks. */
  public void close() {
    turn.close();
  }
}
