package dev.gatehouse.node;

import dev.gatehouse.module.PartChecks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The health of the node's parts. Looking costs a round trip or two, so that one look serves all
 * who ask within a second; a part that does not answer is down, and nobody waits for it for long.
 */
final class Health implements PartChecks {
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Map<String, Check> checks = new LinkedHashMap<>();
  private final Map<String, Supplier<Optional<String>>> atOnce = new LinkedHashMap<>();
  private final LongSupplier nanoTime;
  private final AtomicReference<Look> last = new AtomicReference<>();
  private volatile boolean listening;
  private volatile boolean draining;

  private record Look(Map<String, Optional<String>> troubles, long at) {}

  /** One part. A look that hangs is not joined by another one. */
  private static final class Check {
    final Supplier<Optional<String>> look;
    final boolean needed;
    CompletableFuture<Optional<String>> running = CompletableFuture.completedFuture(null);

    Check(Supplier<Optional<String>> look, boolean needed) {
      this.look = look;
      this.needed = needed;
    }

    synchronized CompletableFuture<Optional<String>> begin() {
      if (running.isDone()) {
        var mine = new CompletableFuture<Optional<String>>();
        running = mine;
        Thread.ofVirtual().name("check").start(() -> mine.complete(safely(look)));
      }
      return running;
    }
  }

  Health(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Adds a check of what the node cannot serve without: empty is up, else one sentence on what is
   * wrong. To be called before start.
   */
  void need(String name, Supplier<Optional<String>> check) {
    checks.put(name, new Check(check, true));
  }

  /** Adds a check of what hinders the node in some things only: it is told, and no more. */
  void note(String name, Supplier<Optional<String>> check) {
    checks.put(name, new Check(check, false));
  }

  /** Adds a check of what the node is needed for, which costs nothing: no look at it is kept. */
  void needAtOnce(String name, Supplier<Optional<String>> check) {
    atOnce.put(name, check);
  }

  /** From now on the node serves what it deploys. */
  void listen() {
    listening = true;
  }

  /** From now on the node is not ready, whatever works. */
  void drain() {
    draining = true;
  }

  boolean listening() {
    return listening;
  }

  boolean draining() {
    return draining;
  }

  /** Tells whether the node should be sent requests, by what a look has found. */
  boolean ready(Map<String, Optional<String>> troubles) {
    return listening
        && !draining
        && troubles.entrySet().stream()
            .allMatch(entry -> entry.getValue().isEmpty() || !needed(entry.getKey()));
  }

  private boolean needed(String name) {
    return atOnce.containsKey(name) || checks.get(name).needed;
  }

  /** The faults, by the part's name; empty where nothing is. Blocks, for seconds at most. */
  Map<String, Optional<String>> troubles() {
    Look look = last.get();
    if (!fresh(look)) {
      look = new Look(look(), nanoTime.getAsLong());
      last.set(look);
    }
    return withThoseAtOnce(look);
  }

  private Map<String, Optional<String>> withThoseAtOnce(Look look) {
    Map<String, Optional<String>> all = new LinkedHashMap<>(look.troubles());
    atOnce.forEach((name, check) -> all.put(name, safely(check)));
    return all;
  }

  @Override
  public Map<String, Boolean> up() {
    return up(troubles());
  }

  @Override
  public Optional<Map<String, Boolean>> known() {
    Look look = last.get();
    return fresh(look) ? Optional.of(up(withThoseAtOnce(look))) : Optional.empty();
  }

  private static Map<String, Boolean> up(Map<String, Optional<String>> troubles) {
    Map<String, Boolean> up = new LinkedHashMap<>();
    troubles.forEach((name, trouble) -> up.put(name, trouble.isEmpty()));
    return up;
  }

  private boolean fresh(Look look) {
    return look != null && nanoTime.getAsLong() - look.at() <= FRESH_NANOS;
  }

  private Map<String, Optional<String>> look() {
    Map<String, CompletableFuture<Optional<String>>> looks = new LinkedHashMap<>();
    checks.forEach((name, check) -> looks.put(name, check.begin()));
    Map<String, Optional<String>> troubles = new LinkedHashMap<>();
    var silence = Optional.of("no answer within " + PATIENCE.toSeconds() + " s");
    looks.forEach((name, look) ->
        troubles.put(
            name,
            look.copy()
                .completeOnTimeout(silence, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join()));
    return troubles;
  }

  private static Optional<String> safely(Supplier<Optional<String>> check) {
    try {
      return check.get();
    } catch (Throwable e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
