package dev.gatehouse.security;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** Access control state of a node in memory, and the tokens that it signs and verifies. */
public record Gate(
    Bans bans,
    Revocations revocations,
    ApiKeys keys,
    Tokens tokens,
    KnownGoodCredentials proven,
    StateConfirmation confirmation) {

  /**
   * Returns false if more is stored than fits in memory. The store is then asked for missing
   * entries.
   */
  public boolean complete() {
    return bans.complete() && revocations.complete() && keys.complete();
  }

  /** Registers gauges for the number of entries in memory and for their completeness. */
  public void measure(MeterRegistry registry) {
    gauge(registry, "bans", gate -> gate.bans().size());
    gauge(registry, "revocations", gate -> gate.revocations().size());
    gauge(registry, "keys", gate -> gate.keys().size());
    Gauge.builder("gatehouse.gate.complete", this, gate -> gate.complete() ? 1 : 0)
        .description(
            "1 while memory holds all bans, revocations and keys; otherwise the store is read")
        .register(registry);
  }

  private void gauge(MeterRegistry registry, String kind, ToDoubleFunction<Gate> size) {
    Gauge.builder("gatehouse.security.entries", this, size)
        .tag("kind", kind)
        .description("Bans, log-outs and stored keys in memory")
        .register(registry);
  }
}
