package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.provider.CallException.FailureKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * Metrics of one provider, all registered at the start, and its health. {@code providers.md}
 * explains the metrics.
 */
final class ProviderMetrics {
  private static final String LABEL = "provider";
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(20)
  };

  private final ProviderHealth health;
  private final String provider;
  private final Timer calls;
  private final Counter unchanged;
  private final Counter stale;
  private final Map<FailureKind, Counter> failures = new EnumMap<>(FailureKind.class);

  ProviderMetrics(MeterRegistry meters, ProviderHealth health, String provider) {
    this.health = health;
    this.provider = provider;
    calls =
        Timer.builder("gatehouse.provider.call")
            .description("Calls that were made; all attempts of a call count as one")
            .tag(LABEL, provider)
            .serviceLevelObjectives(BUCKETS)
            .register(meters);
    unchanged =
        Counter.builder("gatehouse.provider.not_modified")
            .description("Replies with 304 Not Modified")
            .tag(LABEL, provider)
            .register(meters);
    stale =
        Counter.builder("gatehouse.provider.stale")
            .description("Stale replies that were served while a new reply was fetched")
            .tag(LABEL, provider)
            .register(meters);
    for (FailureKind kind : FailureKind.values()) {
      failures.put(
          kind,
          Counter.builder("gatehouse.provider.failures")
              .description("Calls that failed or were not made, by kind of failure")
              .tag(LABEL, provider)
              .tag("kind", kind.label())
              .register(meters));
    }
  }

  /**
   * Publishes a client's current state.
   *
   * @param running calls in progress
   * @param open origins whose circuit breaker is open
   */
  static void show(MeterRegistry meters, String provider, IntSupplier running, IntSupplier open) {
    Gauge.builder("gatehouse.provider.calls.running", running, IntSupplier::getAsInt)
        .description("Calls in progress")
        .tag(LABEL, provider)
        .strongReference(true)
        .register(meters);
    Gauge.builder("gatehouse.provider.breakers.open", open, IntSupplier::getAsInt)
        .description("Origins of the provider whose circuit breaker is open")
        .tag(LABEL, provider)
        .strongReference(true)
        .register(meters);
  }

  void called(Duration took) {
    calls.record(took);
  }

  /**
   * @param why description of the failure for the owner
   */
  void failed(FailureKind kind, String why) {
    failures.get(kind).increment();
    if (kind != FailureKind.OPEN && kind != FailureKind.FULL) {
      health.failed(provider, why, kind == FailureKind.UNREADABLE);
    }
  }

  void succeeded() {
    health.succeeded(provider);
  }

  void unchanged() {
    unchanged.increment();
  }

  void servedStale() {
    stale.increment();
  }
}
