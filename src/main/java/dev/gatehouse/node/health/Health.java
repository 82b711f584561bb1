package dev.gatehouse.node.health;

import module java.base;

import dev.gatehouse.area.ComponentChecks;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Health of the node's components. A check costs one or two round trips, so one result serves all
 * callers within a second. A component that does not respond within two seconds is down. Callers
 * receive the known state after a quarter of a second, because a load balancer should learn soon
 * what costs nothing to know, such as a partition, even while the store is slow.
 */
public final class Health implements ComponentChecks {
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /**
   * Components and hints may each take it. The load balancers' checks end after 500 ms to 1.5 s.
   */
  private static final Duration ASKED = Duration.ofMillis(250);

  private static final Optional<String> SILENCE =
      Optional.of("no answer within " + PATIENCE.toSeconds() + " s");

  private final Map<String, Check> checks = new LinkedHashMap<>();
  private final Map<String, Supplier<Optional<String>>> atOnce = new LinkedHashMap<>();
  private final Map<String, Supplier<Optional<String>>> hints = new LinkedHashMap<>();
  private final Map<String, Check> warnings = new LinkedHashMap<>();
  private final LongSupplier nanoTime;
  private final AtomicReference<Look> last = new AtomicReference<>();
  private volatile boolean listening;
  private volatile boolean draining;

  /**
   * @param settled whether every component has been checked, so that the result serves others
   */
  private record Look(
      Map<String, Optional<String>> troubles, Map<String, Boolean> up, boolean settled, long at) {}

  /** One component. If a check hangs, no second check is started beside it. */
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

    /** Starts a check unless one is already running. */
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
     * Returns the fault that the check finds in time. While it is still running, returns the
     * previous check's fault.
     *
     * @param asked the nanoseconds that the caller has already waited for other components
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
   * @param settled whether the check completed or used all of its time without a reply
   */
  private record Glance(Optional<String> trouble, boolean settled) {}

  public Health(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Adds a check of a component that the node cannot serve without. The check returns empty if the
   * component is up, else one sentence about the fault. Call this before the start.
   */
  public void need(String name, Supplier<Optional<String>> check) {
    checks.put(name, new Check(check, true));
  }

  /** Adds a check of a component that the node can run without. Its faults are only reported. */
  public void note(String name, Supplier<Optional<String>> check) {
    checks.put(name, new Check(check, false));
  }

  /** Adds a check of a required condition that costs nothing, so its result is never cached. */
  public void needAtOnce(String name, Supplier<Optional<String>> check) {
    atOnce.put(name, check);
  }

  /**
   * Adds a hint about the node's surroundings. The node works, but its owner should know. Hints do
   * not affect the readiness and the metrics.
   */
  public void hint(String name, Supplier<Optional<String>> hint) {
    hints.put(name, hint);
  }

  /** Adds a hint whose check can take some time. */
  public void warn(String name, Supplier<Optional<String>> check) {
    warnings.put(name, new Check(check, false));
  }

  /** Returns the current hints by name. Blocks for two seconds at most. */
  public Map<String, String> hints() {
    Map<String, String> current = new LinkedHashMap<>();
    long begin = nanoTime.getAsLong();
    warnings.values().forEach(check -> check.begin(begin));
    warnings.forEach((name, check) -> {
      long now = nanoTime.getAsLong();
      check.glance(now, now - begin).trouble().ifPresent(text -> current.put(name, text));
    });
    hints.forEach((name, hint) -> safely(hint).ifPresent(text -> current.put(name, text)));
    return current;
  }

  /** Marks the node as serving the verticles that it deploys. */
  public void listen() {
    listening = true;
  }

  /** Marks the node as draining. From now on it is not ready, even if every component is up. */
  public void drain() {
    draining = true;
  }

  public boolean listening() {
    return listening;
  }

  public boolean draining() {
    return draining;
  }

  /** Returns whether the node should receive requests, given the faults that a check found. */
  public boolean ready(Map<String, Optional<String>> troubles) {
    return listening
        && !draining
        && troubles.entrySet().stream()
            .allMatch(entry -> entry.getValue().isEmpty() || !needed(entry.getKey()));
  }

  private boolean needed(String name) {
    return atOnce.containsKey(name) || checks.get(name).needed;
  }

  /**
   * Returns the faults by component name; an empty value means that the component is up. Blocks for
   * a few seconds at most.
   */
  public Map<String, Optional<String>> troubles() {
    Look look = last.get();
    if (!fresh(look)) {
      look = look();
      last.set(look);
    }
    return includingImmediate(look);
  }

  /** Publishes the readiness and the components' states, as the last check found them. */
  public void measure(MeterRegistry registry) {
    Gauge.builder("gatehouse.ready", this, own -> own.isReady(own.last.get()) ? 1 : 0)
        .description("1 while the node is ready for requests, as /readyz reports it")
        .register(registry);
    Stream.concat(checks.keySet().stream(), atOnce.keySet().stream())
        .forEach(name ->
            Gauge.builder("gatehouse.component.up", this, own -> own.isUp(name) ? 1 : 0)
                .description("1 while the component has no fault, as /readyz reports it")
                .tag("component", name)
                .register(registry));
  }

  private boolean isReady(Look look) {
    return look != null && ready(includingImmediate(look));
  }

  private boolean isUp(String name) {
    Look look = last.get();
    return look != null && includingImmediate(look).get(name).isEmpty();
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
    if (!fresh(look)) {
      return Optional.empty();
    }
    return Optional.of(atOnce.isEmpty() ? look.up() : up(includingImmediate(look)));
  }

  private static Map<String, Boolean> up(Map<String, Optional<String>> troubles) {
    Map<String, Boolean> up = new TreeMap<>();
    troubles.forEach((name, trouble) -> up.put(name, trouble.isEmpty()));
    return Collections.unmodifiableMap(up);
  }

  private boolean fresh(Look look) {
    return look != null && look.settled() && nanoTime.getAsLong() - look.at() <= FRESH_NANOS;
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
    return new Look(troubles, up(troubles), settled, nanoTime.getAsLong());
  }

  private static Optional<String> safely(Supplier<Optional<String>> check) {
    try {
      return check.get();
    } catch (Throwable e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
