package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.Deadline;
import dev.gatehouse.caching.BoundedMap;
import dev.gatehouse.provider.CallException.FailureKind;
import dev.gatehouse.time.Extremes;
import io.vertx.circuitbreaker.CircuitBreaker;
import io.vertx.circuitbreaker.CircuitBreakerOptions;
import io.vertx.circuitbreaker.CircuitBreakerState;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/**
 * State of the origins that a provider's calls go to, which determines whether each may be called.
 * Bounded; evicts the least recently used origin first.
 */
final class Origins {
  private static final int MAX_CIRCUITS = 256;
  private static final int MAX_PAUSES = 1_024;

  /** Represents all quotas; not a valid quota name. */
  private static final String ALL = " all";

  private final Vertx vertx;
  private final ProviderOptions.Breaker breaker;
  private final InstantSource clock;
  private final Map<String, Circuit> circuits = BoundedMap.of(MAX_CIRCUITS);
  private final Map<String, Instant> pauses = BoundedMap.of(MAX_PAUSES);

  Origins(Vertx vertx, ProviderOptions.Breaker breaker, InstantSource clock) {
    this.vertx = vertx;
    this.breaker = breaker;
    this.clock = clock;
  }

  Circuit circuit(ProviderRequest request) {
    return circuits.computeIfAbsent(
        request.origin(), origin -> new Circuit(vertx, origin, breaker));
  }

  /** Blocks all calls that count under this request's quota until a pause is over. */
  void pause(ProviderRequest request, Duration pause) {
    pause(quota(request, request.quota()), pause);
  }

  /** Blocks all calls to this request's origin until a pause is over. */
  void pauseAll(ProviderRequest request, Duration pause) {
    pause(quota(request, ALL), pause);
  }

  private void pause(String quota, Duration pause) {
    if (pause.isPositive()) {
      pauses.merge(quota, clock.instant().plus(pause), Extremes::max);
    }
  }

  /**
   * Fails while the provider requests a pause.
   *
   * @throws CallException with the remaining time
   */
  void mustNotPause(ProviderRequest request) {
    mustBeOver(quota(request, ALL));
    mustBeOver(quota(request, request.quota()));
  }

  private void mustBeOver(String quota) {
    Instant until = pauses.get(quota);
    Duration left = until == null ? Duration.ZERO : Duration.between(clock.instant(), until);
    if (left.isPositive()) {
      throw CallException.notMade(FailureKind.LIMITED, left, "a requested pause");
    }
  }

  /** Returns the number of origins whose circuit breaker is open. */
  int open() {
    synchronized (circuits) {
      return (int) circuits.values().stream().filter(Circuit::open).count();
    }
  }

  private static String quota(ProviderRequest request, String quota) {
    return request.origin() + ' ' + quota;
  }

  /** Circuit breaker of one origin, for blocking callers. */
  static final class Circuit {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final CircuitBreaker breaker;
    private volatile Deadline halfOpen = Deadline.in(Duration.ZERO);

    Circuit(Vertx vertx, String origin, ProviderOptions.Breaker when) {
      this.breaker =
          CircuitBreaker.create(
                  origin,
                  vertx,
                  new CircuitBreakerOptions()
                      .setMaxFailures(when.maxFailures())
                      .setFailuresRollingWindow(when.window().toMillis())
                      .setResetTimeout(when.open().toMillis())
                      // No timeout here, because a call has its own deadline.
                      .setTimeout(-1)
                      .setNotificationAddress(null))
              .openHandler(nothing -> halfOpen = Deadline.in(when.open()));
    }

    /** A call that was admitted. It ends when its outcome is reported. */
    @FunctionalInterface
    interface Admission {
      void settle(boolean well);
    }

    /**
     * Admits a call. A closed circuit admits every call, a half-open circuit a single trial call.
     *
     * @throws CallException while the circuit is open
     */
    Admission admit() {
      Promise<Void> settled = Promise.promise();
      var admitted = new AtomicBoolean();
      breaker.execute(() -> {
        admitted.set(true);
        return settled.future();
      });
      if (!admitted.get()) {
        throw refused();
      }
      return well -> {
        if (well) {
          settled.complete();
        } else {
          settled.fail("the provider failed");
        }
      };
    }

    /**
     * Fails while the circuit is open, without admitting a call.
     *
     * @throws CallException while the circuit is open
     */
    void mustNotBeOpen() {
      if (open()) {
        throw refused();
      }
    }

    boolean open() {
      return breaker.state() == CircuitBreakerState.OPEN;
    }

    private CallException refused() {
      Duration left = halfOpen.remaining();
      return CallException.notMade(
          FailureKind.OPEN, Extremes.max(left, SOON), "the circuit breaker is open");
    }
  }
}
