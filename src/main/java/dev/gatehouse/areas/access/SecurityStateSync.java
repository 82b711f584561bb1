package dev.gatehouse.areas.access;

import dev.gatehouse.areas.access.ChangeLog.Change;
import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.GateChanged;
import dev.gatehouse.security.Gate;
import dev.gatehouse.security.StateConfirmation;
import dev.gatehouse.security.Tokens;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.TrustedClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the gate's in-memory data in sync with the store by following the change log. It reads the
 * log immediately after a change of this node, on an event of another node, and several times a
 * second in case an event is lost. It reloads everything only at the start, or if the node lags too
 * far behind the log.
 */
public final class SecurityStateSync {
  private static final Logger LOG = LoggerFactory.getLogger(SecurityStateSync.class);
  private static final int PAGE = 500;
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(80);
  private static final long REGISTER_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** The age of a read at most, and a margin for clocks of different speed. */
  private static final long FENCE_NANOS =
      StateConfirmation.MAX_AGE_NANOS + TimeUnit.MILLISECONDS.toNanos(100);

  private static final long TIDY_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long REFILL_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final String self;
  private final Stores stores;
  private final Gate gate;
  private final Dispatcher dispatcher;
  private final TrustedClock clock;

  /**
   * Serializes readers, because a slow reader that ends after a newer one would restore old data.
   */
  private final ReentrantLock reading = new ReentrantLock();

  private final AtomicBoolean due = new AtomicBoolean();

  /** Set if a change was stored but its log entry was not. */
  private final AtomicBoolean unpublished = new AtomicBoolean();

  private boolean loaded;
  private long seen;
  private Optional<Registration> registration = Optional.empty();
  private long tidied = System.nanoTime();
  private long filled = System.nanoTime();
  private boolean complete = true;

  /**
   * Collections that the gate reads, and the log of their changes.
   *
   * @param readers nodes that read the log
   */
  record Stores(
      BanRepository bans,
      TokenRepository tokens,
      KeyRepository keys,
      ChangeLog log,
      StateReaders readers) {}

  /**
   * The latest change number that this node has registered.
   *
   * @param nanos monotonic time of the registration
   */
  private record Registration(long number, long nanos) {}

  SecurityStateSync(
      Stores stores, Gate gate, Dispatcher dispatcher, TrustedClock clock, SecureRandom random) {
    this.stores = stores;
    this.gate = gate;
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.self = HexFormat.of().toHexDigits(random.nextLong());
  }

  /**
   * Reads and applies new changes. Blocks. A caller that arrives while another waits to read shares
   * that read.
   */
  public void refresh() {
    if (due.compareAndSet(false, true)) {
      confirm();
    }
  }

  /** Reads and applies all changes that were stored before this call. Blocks. */
  void confirm() {
    reading.lock();
    try {
      due.set(false);
      publishPending();
      follow();
      tidy();
    } finally {
      reading.unlock();
    }
  }

  /**
   * Returns whether an event announces another node's change. This node already knows its own
   * changes.
   */
  public boolean isNews(GateChanged event) {
    return !self.equals(event.by());
  }

  /** Makes a change and announces it, even if the outcome of the change is unknown. */
  <T> T changing(Kind kind, String key, Supplier<T> change) {
    T result = made(kind, key, change);
    changed(kind, key);
    return result;
  }

  /**
   * Makes an irreversible change, and returns when no node admits what it has revoked. If the store
   * fails afterwards, this node applies the change directly, and announces it when the store is
   * available again. Without other nodes, that is a success.
   *
   * @param noted applies the change to the gate
   * @throws UnknownOutcomeException if other nodes may not know the change
   */
  <T> T ending(Kind kind, String key, Supplier<T> change, Consumer<Gate> noted) {
    T result = made(kind, key, change);
    try {
      changed(kind, key);
      awaitOthers();
    } catch (DocumentStoreException | UnknownOutcomeException unread) {
      // The store logs its failure itself. Taking the lock waits for a running read to end.
      reading.lock();
      try {
        noted.accept(gate);
      } finally {
        reading.unlock();
      }
      if (stores.readers().areShared()) {
        var unknown = new UnknownOutcomeException("other nodes may not know the revocation yet");
        unknown.addSuppressed(unread);
        throw unknown;
      }
    }
    return result;
  }

  /**
   * Waits until every other node has applied the latest change, or may not admit credentials
   * without a new read. Blocks for little more than a second.
   */
  private void awaitOthers() {
    if (!stores.readers().areShared()) {
      return;
    }
    if (unpublished.get()) {
      confirm();
    }
    long begin = System.nanoTime();
    long number = applied();
    long pause = FIRST_PAUSE_NANOS;
    while (!haveApplied(number) && System.nanoTime() - begin < FENCE_NANOS) {
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private long applied() {
    reading.lock();
    try {
      return seen;
    } finally {
      reading.unlock();
    }
  }

  private boolean haveApplied(long number) {
    try {
      return stores.readers().haveApplied(number, self, clock.guarded().instant());
    } catch (DocumentStoreException | UnknownOutcomeException away) {
      return false;
    }
  }

  private <T> T made(Kind kind, String key, Supplier<T> change) {
    try {
      return change.get();
    } catch (UnknownOutcomeException unknown) {
      try {
        changed(kind, key);
      } catch (RuntimeException unread) {
        // A failed read is no evidence of whether the change was made.
        unknown.addSuppressed(unread);
      }
      throw unknown;
    }
  }

  /** When this returns, this node knows all changes stored before. Other nodes know them soon. */
  private void changed(Kind kind, String key) {
    unpublished.set(!published(kind, key) || unpublished.get());
    reading.lock();
    try {
      if (unpublished.get()) {
        apply(List.of(new Change("0", kind, key)));
      } else {
        follow();
      }
    } catch (RuntimeException e) {
      // A change missing from the log would not be read again, so reload everything.
      loaded = false;
      throw e;
    } finally {
      reading.unlock();
    }
    dispatcher.publish(AccessMessages.CHANGED, new GateChanged(self));
  }

  private boolean published(Kind kind, String key) {
    try {
      stores.log().add(kind, key);
      return true;
    } catch (RuntimeException e) {
      LOG.warn(
          "announcement of a security change failed, other nodes will reload all entries: {}",
          e.toString());
      return false;
    }
  }

  /**
   * A killed node may have stored changes without log entries, so each node announces a full reload
   * at its start.
   */
  private void publishPending() {
    if (!loaded || unpublished.get()) {
      stores.log().add(Kind.ALL, self);
      unpublished.set(false);
    }
  }

  private void follow() {
    register(false);
    long begin = gate.confirmation().now();
    if (!loaded) {
      load();
    }
    for (List<Change> next = next(); !next.isEmpty(); next = next()) {
      boolean gap = next.getFirst().number() != seen + 1;
      if (gap || next.stream().anyMatch(this::ofAll)) {
        load();
      } else {
        apply(next);
        seen = next.getLast().number();
      }
    }
    gate.confirmation().confirm(begin);
    register(true);
    warnOnce();
  }

  /**
   * Registers this node as a reader of the log.
   *
   * @param read whether the log has just been read
   */
  private void register(boolean read) {
    if (!stores.readers().areShared()) {
      return;
    }
    long now = clock.nanoTime();
    boolean due =
        registration
            .map(last -> now - last.nanos() > REGISTER_NANOS || (read && last.number() != seen))
            .orElse(true);
    if (due) {
      stores.readers().register(self, read ? seen : 0, clock.guarded().instant());
      registration = Optional.of(new Registration(read ? seen : 0, now));
    }
  }

  private List<Change> next() {
    return stores.log().after(seen, PAGE);
  }

  private boolean ofAll(Change change) {
    return change.kind() == Kind.ALL && !change.key().equals(self);
  }

  private void load() {
    long mark = stores.log().last();
    Instant now = clock.guarded().instant();
    gate.bans().replace(held -> stores.bans().each(now, held));
    gate.revocations().replace(held -> stores.tokens().each(held));
    gate.keys().replace(stores.keys()::each);
    seen = mark;
    loaded = true;
    filled = System.nanoTime();
  }

  private void apply(List<Change> changes) {
    Instant now = clock.guarded().instant();
    List<String> addresses = keys(changes, Kind.BAN);
    if (!addresses.isEmpty()) {
      Map<String, Instant> ends = stores.bans().ends(addresses, now);
      addresses.forEach(address -> gate.bans().set(address, ends.get(address)));
    }
    List<String> tokens = keys(changes, Kind.TOKEN);
    if (!tokens.isEmpty()) {
      stores.tokens().expiries(tokens).forEach(gate.revocations()::revoke);
    }
    List<String> keys = keys(changes, Kind.KEY);
    if (!keys.isEmpty()) {
      gate.keys().update(keys, stores.keys().find(keys));
    }
  }

  private static List<String> keys(List<Change> changes, Kind kind) {
    return changes.stream()
        .filter(change -> change.kind() == kind)
        .map(Change::key)
        .distinct()
        .toList();
  }

  /** Removes expired entries, and reloads everything if all entries might now fit in memory. */
  private void tidy() {
    long now = System.nanoTime();
    if (now - tidied > TIDY_NANOS) {
      tidied = now;
      clock.olderThan(Duration.ZERO).ifPresent(gate.bans()::dropOver);
      clock.olderThan(Tokens.LIFETIME).ifPresent(gate.revocations()::dropOver);
    }
    if (!gate.complete() && now - filled > REFILL_NANOS) {
      load();
    }
  }

  private void warnOnce() {
    if (complete && !gate.complete()) {
      LOG.warn(
          "more bans, revocations or keys are stored than security.maxEntriesInMemory; the others are read from the store");
    }
    complete = gate.complete();
  }
}
