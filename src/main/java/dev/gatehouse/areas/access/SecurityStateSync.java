package dev.gatehouse.areas.access;

import dev.gatehouse.areas.access.ChangeLog.Change;
import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.GateChanged;
import dev.gatehouse.security.Gate;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what the gate holds in memory in step with what is stored, by following the log of changes:
 * at once for what this node changes, on an event for what another changes, and every second should
 * an event be lost. Everything is read only at the start, or when the log has gone on without this
 * node for too long.
 */
public final class SecurityStateSync {
  private static final Logger LOG = LoggerFactory.getLogger(SecurityStateSync.class);
  private static final int PAGE = 500;
  private static final long TIDY_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long REFILL_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final String self;
  private final Stores stores;
  private final Gate gate;
  private final Dispatcher dispatcher;
  private final InstantSource clock;

  /** One reader at a time: a slow one that ended after a later one would bring old things back. */
  private final ReentrantLock reading = new ReentrantLock();

  private final AtomicBoolean due = new AtomicBoolean();

  /** Set when a change was stored whose number could not be. */
  private final AtomicBoolean unpublished = new AtomicBoolean();

  private boolean loaded;
  private long seen;
  private long tidied = System.nanoTime();
  private long filled = System.nanoTime();
  private boolean complete = true;

  /** The collections that the gate looks at, and the order in which they changed. */
  record Stores(BanRepository bans, TokenRepository tokens, KeyRepository keys, ChangeLog log) {}

  SecurityStateSync(
      Stores stores, Gate gate, Dispatcher dispatcher, InstantSource clock, SecureRandom random) {
    this.stores = stores;
    this.gate = gate;
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.self = HexFormat.of().toHexDigits(random.nextLong());
  }

  /** Looks at what has changed; blocks. Who comes while another waits to look is served by it. */
  public void refresh() {
    if (!due.compareAndSet(false, true)) {
      return;
    }
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
   * Returns whether an event tells of another node's change; what this one changes it knows
   * already.
   */
  public boolean isNews(GateChanged event) {
    return !self.equals(event.by());
  }

  /** Makes a change and tells of it, all the more when nobody knows whether it was made. */
  <T> T changing(Kind kind, String key, Supplier<T> change) {
    T result = made(kind, key, change);
    changed(kind, key);
    return result;
  }

  /**
   * Makes a change that nothing takes back, and tells of it. Once it is stored it is a success: if
   * the store fails then, this node takes note by itself, and tells the others when it can.
   *
   * @param noted takes note of it
   */
  <T> T ending(Kind kind, String key, Supplier<T> change, Consumer<Gate> noted) {
    T result = made(kind, key, change);
    try {
      changed(kind, key);
    } catch (DocumentStoreException | UnknownOutcomeException unread) {
      // The store's own line in the log says so. A reading that was under way has ended with it.
      reading.lock();
      try {
        noted.accept(gate);
      } finally {
        reading.unlock();
      }
    }
    return result;
  }

  private <T> T made(Kind kind, String key, Supplier<T> change) {
    try {
      return change.get();
    } catch (UnknownOutcomeException unknown) {
      try {
        changed(kind, key);
      } catch (RuntimeException unread) {
        // That it could not be read says nothing about whether it was made.
        unknown.addSuppressed(unread);
      }
      throw unknown;
    }
  }

  /** From its return on this node knows of what was stored before; the others soon will. */
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
      // What the log could not be told, this node would not hear of again.
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
          "a change could not be announced; the other nodes will read everything again: {}",
          e.toString());
      return false;
    }
  }

  /** A node that was killed may have stored what it told nobody: so each tells at its start. */
  private void publishPending() {
    if (!loaded || unpublished.get()) {
      stores.log().add(Kind.ALL, self);
      unpublished.set(false);
    }
  }

  private void follow() {
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
    warnOnce();
  }

  private List<Change> next() {
    return stores.log().after(seen, PAGE);
  }

  private boolean ofAll(Change change) {
    return change.kind() == Kind.ALL && !change.key().equals(self);
  }

  private void load() {
    long mark = stores.log().last();
    Instant now = clock.instant();
    gate.bans().replace(held -> stores.bans().each(now, held));
    gate.revocations().replace(held -> stores.tokens().each(now, held));
    gate.keys().replace(stores.keys()::each);
    seen = mark;
    loaded = true;
    filled = System.nanoTime();
  }

  private void apply(List<Change> changes) {
    Instant now = clock.instant();
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

  /** Drops what is over, and reads everything again if now all of it might find room. */
  private void tidy() {
    long now = System.nanoTime();
    if (now - tidied > TIDY_NANOS) {
      tidied = now;
      gate.bans().dropOver(clock.instant());
      gate.revocations().dropOver(clock.instant());
    }
    if (!gate.complete() && now - filled > REFILL_NANOS) {
      load();
    }
  }

  private void warnOnce() {
    if (complete && !gate.complete()) {
      LOG.warn(
          "more bans, log-outs or keys are stored than security.maxEntriesInMemory: the store is asked for the others");
    }
    complete = gate.complete();
  }
}
