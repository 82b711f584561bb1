package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.areas.access.ChangeLog.Change;
import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.security.Bans;
import dev.gatehouse.security.Gate;
import dev.gatehouse.security.Tokens;
import dev.gatehouse.time.TrustedClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the change log to the gate's in-memory data. It reloads everything only at the start, or
 * if it lags too far behind the log. Callers must not use it concurrently.
 */
final class ChangeLogReader {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeLogReader.class);
  private static final int PAGE = 500;
  private static final long TIDY_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long REFILL_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final SecurityStateSync.Stores stores;
  private final Gate gate;
  private final TrustedClock clock;
  private final String self;

  private boolean loaded;
  private long seen;
  private long tidied = System.nanoTime();
  private long filled = System.nanoTime();
  private boolean complete = true;

  /**
   * @param self name of this node in the log
   */
  ChangeLogReader(SecurityStateSync.Stores stores, Gate gate, TrustedClock clock, String self) {
    this.stores = stores;
    this.gate = gate;
    this.clock = clock;
    this.self = self;
  }

  /** Returns the number of the latest applied change. */
  long seen() {
    return seen;
  }

  /** Returns whether all data were loaded, and no change is missing since then. */
  boolean isLoaded() {
    return loaded;
  }

  /** Makes the next read reload everything, because a change may be missing in the log. */
  void reloadNext() {
    loaded = false;
  }

  /** Reads and applies all changes that were stored before this call. Blocks. */
  void follow() {
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
    gate.bans().replaceWith(storedBans());
    gate.revocations().replace(held -> stores.tokens().each(held));
    gate.keys().replace(stores.keys()::each);
    seen = mark;
    loaded = true;
    filled = System.nanoTime();
  }

  private Bans storedBans() {
    Bans bans = gate.bans().empty();
    if (!stores.bans().each(now(), bans.max(), bans::set)) {
      bans.markIncomplete();
    }
    return bans;
  }

  private Instant now() {
    return clock.guarded().instant();
  }

  /** Reads and applies what has changed, for changes that need not be in the log. Blocks. */
  void apply(List<Change> changes) {
    List<String> addresses = keys(changes, Kind.BAN);
    if (!addresses.isEmpty()) {
      Map<String, Instant> ends = stores.bans().ends(addresses, now());
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
  void tidy() {
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
    boolean fits = gate.complete();
    if (complete && !fits) {
      LOG.warn(
          "more bans, revocations or keys are stored than security.maxEntriesInMemory; the others are read from the store");
    }
    complete = fits;
  }
}
