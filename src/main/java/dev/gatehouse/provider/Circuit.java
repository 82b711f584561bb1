package dev.gatehouse.provider;

import dev.gatehouse.bus.Deadline;
import io.vertx.circuitbreaker.CircuitBreaker;
import io.vertx.circuitbreaker.CircuitBreakerOptions;
import io.vertx.circuitbreaker.CircuitBreakerState;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Circuit breaker of one origin, for blocking callers. */
final class Circuit {
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
        FailureKind.OPEN, left.compareTo(SOON) < 0 ? SOON : left, "the circuit breaker is open");
  }
}
