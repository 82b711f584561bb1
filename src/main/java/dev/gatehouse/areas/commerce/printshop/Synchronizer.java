package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.areas.commerce.printshop.SyncRun.Counts;
import dev.gatehouse.areas.commerce.printshop.SyncState.Trouble;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Leases;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Extremes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one sync at a time across the cluster, under a lease that is renewed with each page. Each
 * page is stored, then the position after it, where an interrupted run resumes. A run can be
 * cancelled while it waits, never while it stores.
 */
public final class Synchronizer {
  private static final Logger LOG = LoggerFactory.getLogger(Synchronizer.class);
  private static final String LEASE = "printshop.sync";

  /** A call to the print shop takes less than half of this. */
  private static final Duration LEASE_LENGTH = Duration.ofMinutes(1);

  private static final Duration SKEW = Duration.ofSeconds(5);

  /** A failed job is retried for an hour, which must not restart a run that the owner cancelled. */
  private static final Duration LET_BE = Duration.ofHours(2);

  private static final Duration MAX_REST = Duration.ofSeconds(10);
  private static final Duration CLOSING = Duration.ofSeconds(5);
  private static final int MAX_PAUSES = 5;
  private static final Duration MAX_PAUSE = Duration.ofSeconds(90);
  private static final int UNAVAILABLE = 503;
  private static final int MAX_LOOKS = 100;
  private static final int MAX_TRIES = 50;
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final int MAX_REPLY_BYTES = 16 << 20;
  private static final int ID_BYTES = 12;

  private final NodeServices node;
  private final SyncSettings settings;
  private final DocumentCollection<SyncState> states;
  private final PrintOrderRepository orders;
  private final Runnable changed;
  private final PrintfulApi provider;
  private final CallRate rate;
  private final Leases leases;

  /** Thread of the run in progress on this node; null without one. */
  private volatile Thread thread;

  private boolean waits;
  private boolean cancelled;
  private volatile boolean closed;

  public Synchronizer(
      NodeServices node, SyncSettings settings, PrintOrderRepository orders, Runnable changed) {
    this.node = node;
    this.settings = settings;
    this.orders = orders;
    this.changed = changed;
    this.states = node.documents().collection("printshopSync", SyncState.class);
    this.leases = new Leases(node.documents(), LEASE_LENGTH, SKEW, node.clock().guarded());
    this.rate = new CallRate(settings.callsPerMinute(), node.clock());
    ProviderOptions options =
        ProviderOptions.of("printshop")
            .withTimeout(settings.timeout())
            .withMaxReplyBytes(MAX_REPLY_BYTES)
            .withBulkhead(2, 2);
    this.provider = new PrintfulApi(node.providers().client(options), settings);
  }

  SyncState state() {
    return states.find(SyncState.ID).orElse(SyncState.NEW);
  }

  /** Returns the age of the copy. The end of the last completed sync is its time. Blocks. */
  public Freshness freshness() {
    return state().freshness();
  }

  /** Returns whether the copy waits for another token. Blocks. */
  public boolean isPaused() {
    return state().isPaused(settings.tokenName());
  }

  long count() {
    return orders.count();
  }

  /**
   * Starts a run in the background. Blocks briefly.
   *
   * @return its outcome, which fails as the run does; empty while one is in progress on any node
   */
  Optional<Future<Counts>> begin() {
    Optional<Future<Counts>> begun = start(this::synchronization);
    // A run that has just ended, was cancelled, or repairs sums ends within a moment.
    for (int look = 0; begun.isEmpty() && look < MAX_LOOKS && state().isAtRest(); look++) {
      sleep(LOOK);
      begun = start(this::synchronization);
    }
    return begun;
  }

  /** Recorded first, so that a caller can read or cancel a run as soon as it has begun. */
  private Callable<Counts> synchronization() {
    String fingerprint = settings.rules().fingerprint();
    SyncState begun = update(known -> known.begun(fingerprint, now()));
    return () -> synchronize(begun);
  }

  /**
   * Starts work in the background, under the lease.
   *
   * @param work records its start and returns the rest
   * @return its outcome, which is set when another run can start; empty if another node works
   */
  private synchronized Optional<Future<Counts>> start(Supplier<Callable<Counts>> work) {
    if (closed || thread != null || leases.take(LEASE) == Leases.Hold.NO) {
      return Optional.empty();
    }
    try {
      Callable<Counts> begun = work.get();
      var task = new FutureTask<>(() -> alone(begun));
      cancelled = false;
      thread = Thread.ofVirtual().name("printshop-sync").unstarted(task);
      thread.start();
      return Optional.of(task);
    } finally {
      if (thread == null) {
        release();
      }
    }
  }

  private Counts alone(Callable<Counts> work) throws Exception {
    try {
      return work.call();
    } finally {
      release();
    }
  }

  private void release() {
    try {
      leases.giveBack(LEASE);
    } catch (RuntimeException away) {
      LOG.warn("lease of the print shop sync not released, it will expire: {}", away.toString());
    }
    thread = null;
  }

  /**
   * Cancels the run that is in progress on any node or was interrupted. One write to the store
   * decides whether the run has ended or was cancelled. Blocks.
   *
   * @return the state after that
   */
  SyncState cancel() {
    SyncState state = update(known -> known.cancelled(now()));
    watch();
    return state;
  }

  /** Stops this node's run if it was cancelled on any node. Blocks. */
  public synchronized void watch() {
    Thread run = thread;
    if (run != null && state().isCancelled()) {
      cancelled = true;
      if (waits) {
        run.interrupt();
      }
    }
  }

  private Counts synchronize(SyncState begun) throws Exception {
    try {
      Counts counts = copied(begun);
      changed.run();
      LOG.info(
          "print shop sync finished pages={} new={} changed={} skipped={}",
          counts.pages(),
          counts.created(),
          counts.updated(),
          counts.skipped());
      return counts;
    } catch (Exception e) {
      if (isCancelled(e)) {
        changed.run();
        throw ApiException.of(ErrorCode.SYNC_CANCELLED, "the sync was cancelled");
      }
      if (!isFailure(e, ErrorCode.SYNC_SUPERSEDED)) {
        note(e);
      }
      throw e;
    }
  }

  private boolean isCancelled(Exception e) {
    try {
      return state().isCancelled();
    } catch (RuntimeException away) {
      e.addSuppressed(away);
      return false;
    }
  }

  private static boolean isFailure(Throwable e, ErrorCode code) {
    return e instanceof ApiException failed && failed.failure().code() == code;
  }

  /** Runs to the end, and returns what the run has seen, also before interruptions. */
  private Counts copied(SyncState begun) {
    SyncState state = begun;
    boolean more = true;
    while (more) {
      PrintfulApi.Page page = page(state.run().offset());
      PrintOrderRepository.Changes changes = orders.store(page.orders(), settings.rules());
      more = state.run().continuesAfter(page, state.done().watermark());
      state = changed(state.with(state.run().moved(page, changes, now())));
    }
    changed(state.ended(now()));
    return state.run().counts();
  }

  /**
   * Fails if another node changed the state during a freeze of this one, or if the run was
   * cancelled. Otherwise only the holder of the lease changes the state.
   */
  private SyncState changed(SyncState next) {
    return replaced(next).orElseThrow(Synchronizer::superseded);
  }

  /**
   * Replaces the state that this one was made from.
   *
   * @return the stored state; empty if another caller has changed it meanwhile
   */
  private Optional<SyncState> replaced(SyncState changed) {
    SyncState next = changed.next();
    if (changed.version() > 0) {
      return states.replaced(Query.version(changed.id(), changed.version()), next);
    }
    try {
      states.insert(next);
      return Optional.of(next);
    } catch (DuplicateKeyException another) {
      return Optional.empty();
    }
  }

  /**
   * Changes the state and retries after concurrent changes.
   *
   * @param change returns the new state, or the same one for no change
   * @return the stored state
   */
  private SyncState update(UnaryOperator<SyncState> change) {
    for (int tried = 0; tried < MAX_TRIES; tried++) {
      SyncState known = state();
      SyncState wanted = change.apply(known);
      Optional<SyncState> stored = wanted.equals(known) ? Optional.of(known) : replaced(wanted);
      if (stored.isPresent()) {
        return stored.get();
      }
    }
    throw new IllegalStateException("too many concurrent changes of the sync state");
  }

  private static ApiException superseded() {
    return ApiException.of(ErrorCode.SYNC_SUPERSEDED, "another sync has replaced this one");
  }

  /** Returns a page. Waits when the print shop requests a pause. */
  private PrintfulApi.Page page(long offset) {
    for (int pauses = 0; ; pauses++) {
      for (Duration wait = rate.next(); wait.isPositive(); wait = rate.next()) {
        rest(wait);
      }
      rest(Duration.ZERO);
      try {
        return during(() -> provider.orders(offset));
      } catch (ApiException failed) {
        Duration pause = pause(failed.failure());
        if (pause.isZero() || pause.compareTo(MAX_PAUSE) > 0 || pauses == MAX_PAUSES) {
          throw failed;
        }
        rest(pause);
      }
    }
  }

  /** Returns the pause that a rejection requests; zero if it requests none. */
  private static Duration pause(ApiError failure) {
    String seconds = failure.headers().getOrDefault("Retry-After", "0");
    return Duration.ofSeconds(failure.status() == UNAVAILABLE ? Long.parseLong(seconds) : 0);
  }

  /** Waits while renewing the lease. */
  private void rest(Duration pause) {
    Duration left = pause;
    do {
      if (closed) {
        throw new IllegalStateException("the node is shutting down");
      }
      Duration part = Extremes.min(left, MAX_REST);
      if (part.isPositive()) {
        during(() -> sleep(part));
      }
      left = left.minus(part);
      if (leases.take(LEASE) == Leases.Hold.NO) {
        throw superseded();
      }
    } while (left.isPositive());
  }

  private Void sleep(Duration pause) {
    node.vertx().timer(pause.toMillis() + 1, TimeUnit.MILLISECONDS).await();
    return null;
  }

  /** Waits for a supplier; the wait can be cancelled. */
  private <T> T during(Supplier<T> wait) {
    waits(true);
    try {
      return wait.get();
    } finally {
      waits(false);
    }
  }

  private synchronized void waits(boolean begins) {
    if (begins && cancelled) {
      throw superseded();
    }
    waits = begins;
    if (cancelled) {
      // The remaining work is in the store and must not be interrupted.
      Thread.interrupted();
    }
  }

  /**
   * Stores why a run was interrupted, for the progress report. Of a rejected token, the owner is
   * notified. The run's failure is reported even if this one cannot be stored.
   */
  private void note(Exception e) {
    Optional<ApiError> failure =
        e instanceof ApiException known
            ? Optional.of(known.failure())
            : StoreFailures.answer(e).filter(answer -> !closed);
    String own = closed ? "the node that ran the sync has stopped" : "internal error";
    String refused = provider.refusedToken(e);
    var trouble = new Trouble(failure.map(ApiError::message).orElse(own), refused, null);
    try {
      update(known -> known.isCancelled() ? known : known.failed(trouble));
      changed.run();
      if (refused != null) {
        node.outbox()
            .enqueue(
                Sha256.hex("printshop token refused " + refused, ID_BYTES),
                tokenRejected(node.pages()).request());
      }
    } catch (RuntimeException away) {
      LOG.warn("failure of the print shop sync could not be stored: {}", away.toString());
    }
  }

  public static Email tokenRejected(Pages pages) {
    return Email.toOwner("", pages.mail("mail.print-shop-token").mail());
  }

  /**
   * Resumes an interrupted run, or classifies the orders by new rules. Blocks.
   *
   * @throws JobPostponedException if the print shop fails
   */
  public void resume() throws Exception {
    SyncState state = state();
    if (state.isAtRest()) {
      if (state.version() > 0 && !settings.rules().fingerprint().equals(state.rules())) {
        await(start(() -> this::repair));
      }
    } else if (isDue(state) && settings.isConfigured()) {
      await(begin());
    }
  }

  /**
   * Returns whether an interrupted run must resume now. With another token, it resumes immediately.
   */
  private boolean isDue(SyncState state) {
    return state.trouble().refusedToken() == null
        ? state.run().isStalled(now())
        : !state.isPaused(settings.tokenName());
  }

  private Counts repair() {
    SalesRules rules = settings.rules();
    orders.classifyAll(rules);
    // Only this node works on the orders. If a clock error or a freeze admits another, it repeats
    // this.
    replaced(state().judgedBy(rules.fingerprint()));
    changed.run();
    return Counts.NONE;
  }

  /**
   * Synchronizes if the daily sync is enabled. Blocks.
   *
   * @throws JobPostponedException if the print shop fails
   */
  public void daily() throws Exception {
    Instant cancelledAt = state().trouble().cancelledAt();
    boolean wanted = cancelledAt == null || cancelledAt.isBefore(now().minus(LET_BE));
    if (settings.daily() && settings.isConfigured() && wanted) {
      await(begin());
    }
  }

  private static void await(Optional<Future<Counts>> begun) throws Exception {
    try {
      if (begun.isPresent()) {
        begun.get().get();
      }
    } catch (ExecutionException e) {
      if (isFailure(e.getCause(), ErrorCode.SYNC_CANCELLED)) {
        LOG.info("print shop: the owner cancelled the sync");
      } else if (e.getCause() instanceof ApiException failed) {
        throw new JobPostponedException(failed.failure().message());
      } else {
        throw e;
      }
    }
  }

  private Instant now() {
    return node.clock().instant();
  }

  /** Stops the run in progress; another node resumes it. Blocks. */
  public void close() {
    closed = true;
    Thread run = thread;
    if (run == null) {
      return;
    }
    run.interrupt();
    try {
      if (!run.join(CLOSING)) {
        LOG.warn("the print shop sync did not stop in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Rate limiter for the print shop's maximum of calls per minute. Used by one thread. */
  private static final class CallRate {
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final int maxCalls;
    private final InstantSource clock;
    private final Deque<Instant> calls = new ArrayDeque<>();

    CallRate(int maxCalls, InstantSource clock) {
      this.maxCalls = maxCalls;
      this.clock = clock;
    }

    /**
     * Returns the time to wait before the next call. Zero means that the call is counted and may be
     * made.
     */
    Duration next() {
      Instant now = clock.instant();
      // A clock that is set back must not delay calls for longer than the window.
      calls.removeIf(call -> !call.plus(WINDOW).isAfter(now) || call.isAfter(now));
      if (calls.size() < maxCalls) {
        calls.add(now);
        return Duration.ZERO;
      }
      return Duration.between(now, calls.getFirst().plus(WINDOW));
    }
  }
}
