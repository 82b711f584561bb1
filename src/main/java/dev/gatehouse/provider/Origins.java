package dev.gatehouse.provider;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/**
 * The state of the origins that a provider's calls go to: whether each may be asked. Bounded; what
 * has not been asked for longest is forgotten first.
 */
final class Origins {
  private static final int MAX_CIRCUITS = 256;
  private static final int MAX_PAUSES = 1_024;

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

  /** Has nobody ask what this request asks before a pause is over. */
  void pause(ProviderRequest request, Duration pause) {
    if (pause.isPositive()) {
      pauses.put(quota(request), clock.instant().plus(pause));
    }
  }

  /**
   * Fails while the provider wants a pause.
   *
   * @throws CallException with the time that is left
   */
  void mustNotPause(ProviderRequest request) {
    Instant until = pauses.get(quota(request));
    Duration left = until == null ? Duration.ZERO : Duration.between(clock.instant(), until);
    if (left.isPositive()) {
      throw CallException.notMade(FailureKind.LIMITED, left, "a pause that was asked for");
    }
  }

  /** The number of origins that are left alone because they fail. */
  int open() {
    synchronized (circuits) {
      return (int) circuits.values().stream().filter(Circuit::open).count();
    }
  }

  private static String quota(ProviderRequest request) {
    return request.origin() + ' ' + request.handling().quota();
  }
}
