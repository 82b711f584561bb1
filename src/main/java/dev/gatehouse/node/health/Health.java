package dev.gatehouse.node.health;

import dev.gatehouse.area.ComponentChecks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The health of the node's parts. Looking costs a round trip or two, so that one look serves all
 * who ask within a second. A part that does not answer is down after two seconds; who asks sooner
 * hears after one what is known of it, since load balancers take a node for lost that is slow to
 * say how it is.
 */
public final class Health implements ComponentChecks {
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Less than the time that load balancers give a check: {@code conf/haproxy.cfg} 1.5 s. */
  private static final Duration ASKED = Duration.ofSeconds(1);

  private static final Optional<String> SILENCE =
      Optional.of("no answer within " + PATIENCE.toSeconds() + " s");

  private final Map<String, Check> checks = new LinkedHashMap<>();
  private final Map<String, Supplier<Optional<String>>> atOnce = new LinkedHashMap<>();
  private final LongSupplier nanoTime;
  private final AtomicReference<Look> last = new AtomicReference<>();
  private volatile boolean listening;
  private volatile boolean draining;

  /**
   * @param settled whether all parts have been looked at, so that it may be kept
   */
  private record Look(Map<String, Optional<String>> troubles, boolean settled, long at) {}

  /** One part. A look that hangs is not joined by another one. */
  private static final class Check {
    final Supplier<Optional<String>> look;
    final boolean needed;
    CompletableFuture<Optional<String>> running = CompletableFuture.completedFuture(null);
    private volatile Optional<Optional<String>> known = Optional.empty();
    private long begun;

    Check(Supplier<Optional<String>> look, boolean needed) {
      this.look = look;
      this.needed = needed;
    }

    /** Begins a look, unless one goes on. */
    synchronized void begin(long now) {
      if (running.isDone()) {
        var mine = new CompletableFuture<Optional<String>>();
        running = mine;
        begun = now;
        Thread.ofVirtual()
            .name("check")
            .start(() -> {
              known = Optional.of(safely(look));
              mine.complete(known.get());
            });
      }
    }

    /**
     * The trouble that a look finds in time, or else that of the one before while it may go on.
     *
     * @param asked the nanoseconds that who asks has waited for other parts
     */
    Glance glance(long now, long asked) {
      CompletableFuture<Optional<String>> mine;
      long left;
      synchronized (this) {
        mine = running;
        left = Math.max(0, PATIENCE.toNanos() - (now - begun));
      }
      Optional<Optional<String>> before = known;
      long wait = before.isEmpty() ? left : Math.min(left, Math.max(0, ASKED.toNanos() - asked));
      try {
        return new Glance(mine.get(wait, TimeUnit.NANOSECONDS), true);
      } catch (TimeoutException silent) {
        return wait == left ? new Glance(SILENCE, true) : new Glance(before.get(), false);
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * @param settled whether the part was looked at, or did not answer in all of its time
   */
  private record Glance(Optional<String> trouble, boolean settled) {}

  public Health(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Adds a check of what the node cannot serve without: empty is up, else one sentence on what is
   * wrong. To be called before start.
   */
  public void need(String name, Supplier<Optional<String>> check) {
    checks.put(name, new Check(check, true));
  }

  /** Adds a check of what hinders the node in some things only: it is told, and no more. */
  public void note(String name, Supplier<Optional<String>> check) {
    checks.put(name, new Check(check, false));
  }

  /** Adds a check of what the node is needed for, which costs nothing: no look at it is kept. */
  public void needAtOnce(String name, Supplier<Optional<String>> check) {
    atOnce.put(name, check);
  }

  /** From now on the node serves what it deploys. */
  public void listen() {
    listening = true;
  }

  /** From now on the node is not ready, whatever works. */
  public void drain() {
    draining = true;
  }

  public boolean listening() {
    return listening;
  }

  public boolean draining() {
    return draining;
  }

  /** Tells whether the node should be sent requests, by what a look has found. */
  public boolean ready(Map<String, Optional<String>> troubles) {
    return listening
        && !draining
        && troubles.entrySet().stream()
            .allMatch(entry -> entry.getValue().isEmpty() || !needed(entry.getKey()));
  }

  private boolean needed(String name) {
    return atOnce.containsKey(name) || checks.get(name).needed;
  }

  /** The faults, by the part's name; empty where nothing is. Blocks, for seconds at most. */
  public Map<String, Optional<String>> troubles() {
    Look look = last.get();
    if (!fresh(look)) {
      look = look();
      if (look.settled()) {
        last.set(look);
      }
    }
    return includingImmediate(look);
  }

  private Map<String, Optional<String>> includingImmediate(Look look) {
    Map<String, Optional<String>> all = new LinkedHashMap<>(look.troubles());
    atOnce.forEach((name, check) -> all.put(name, safely(check)));
    return all;
  }

  @Override
  public Map<String, Boolean> up() {
    return up(troubles());
  }

  @Override
  public Optional<Map<String, Boolean>> results() {
    Look look = last.get();
    return fresh(look) ? Optional.of(up(includingImmediate(look))) : Optional.empty();
  }

  private static Map<String, Boolean> up(Map<String, Optional<String>> troubles) {
    Map<String, Boolean> up = new LinkedHashMap<>();
    troubles.forEach((name, trouble) -> up.put(name, trouble.isEmpty()));
    return up;
  }

  private boolean fresh(Look look) {
    return look != null && nanoTime.getAsLong() - look.at() <= FRESH_NANOS;
  }

  private Look look() {
    long begin = nanoTime.getAsLong();
    checks.values().forEach(check -> check.begin(begin));
    Map<String, Optional<String>> troubles = new LinkedHashMap<>();
    boolean settled = true;
    for (Map.Entry<String, Check> entry : checks.entrySet()) {
      long now = nanoTime.getAsLong();
      Glance glance = entry.getValue().glance(now, now - begin);
      troubles.put(entry.getKey(), glance.trouble());
      settled &= glance.settled();
    }
    return new Look(troubles, settled, nanoTime.getAsLong());
  }

  private static Optional<String> safely(Supplier<Optional<String>> check) {
    try {
      return check.get();
    } catch (Throwable e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
