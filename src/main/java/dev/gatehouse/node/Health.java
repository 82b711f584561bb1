package dev.gatehouse.node;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The health of the node's parts. Looking costs a round trip or two, so that one look serves all
 * who ask within a second.
 */
final class Health {
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

  private final Map<String, Supplier<Optional<String>>> checks = new LinkedHashMap<>();
  private final LongSupplier nanoTime;
  private final AtomicReference<Look> last = new AtomicReference<>();
  private volatile boolean draining;

  private record Look(Map<String, Optional<String>> troubles, long at) {}

  Health(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Adds a check: empty is up, else one sentence on what is wrong. To be called before start. */
  void add(String name, Supplier<Optional<String>> check) {
    checks.put(name, check);
  }

  /** From now on the node is not ready, whatever works. */
  void drain() {
    draining = true;
  }

  boolean draining() {
    return draining;
  }

  /** The faults, by the part's name; empty where nothing is. Blocks. */
  Map<String, Optional<String>> troubles() {
    Look look = last.get();
    if (look == null || nanoTime.getAsLong() - look.at() > FRESH_NANOS) {
      look = new Look(look(), nanoTime.getAsLong());
      last.set(look);
    }
    return look.troubles();
  }

  /** Tells of each part whether it works; blocks. */
  Map<String, Boolean> up() {
    Map<String, Boolean> up = new LinkedHashMap<>();
    troubles().forEach((name, trouble) -> up.put(name, trouble.isEmpty()));
    return up;
  }

  private Map<String, Optional<String>> look() {
    Map<String, Optional<String>> troubles = new LinkedHashMap<>();
    checks.forEach((name, check) -> troubles.put(name, safely(check)));
    return troubles;
  }

  private static Optional<String> safely(Supplier<Optional<String>> check) {
    try {
      return check.get();
    } catch (RuntimeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
