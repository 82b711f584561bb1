package dev.gatehouse.provider;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

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
    pause(quota(request, request.handling().quota()), pause);
  }

  /** Blocks all calls to this request's origin until a pause is over. */
  void pauseAll(ProviderRequest request, Duration pause) {
    pause(quota(request, ALL), pause);
  }

  private void pause(String quota, Duration pause) {
    if (pause.isPositive()) {
      pauses.merge(
          quota, clock.instant().plus(pause), (one, other) -> one.isAfter(other) ? one : other);
    }
  }

  /**
   * Fails while the provider requests a pause.
   *
   * @throws CallException with the remaining time
   */
  void mustNotPause(ProviderRequest request) {
    mustBeOver(quota(request, ALL));
    mustBeOver(quota(request, request.handling().quota()));
  }

  private void mustBeOver(String quota) {
    Instant until = pauses.get(quota);
    Duration left = until == null ? Duration.ZERO : Duration.between(clock.instant(), until);
    if (left.isPositive()) {
      throw CallException.notMade(FailureKind.LIMITED, left, "the provider has requested a pause");
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
}
