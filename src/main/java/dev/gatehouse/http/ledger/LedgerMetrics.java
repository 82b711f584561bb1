package dev.gatehouse.http.ledger;

import module java.base;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** Metrics of a ledger: what is used, the limits, and what was refused. */
public final class LedgerMetrics implements ResourceLedger.Observer {
  /** Name of the gauge with what is in use. */
  public static final String USED = "gatehouse.http.in.flight";

  private final Map<Resource, Map<Refusal, Counter>> refused = new EnumMap<>(Resource.class);
  private final Map<Resource, Counter> evicted = new EnumMap<>(Resource.class);

  private LedgerMetrics(MeterRegistry metrics) {
    for (Resource resource : Resource.values()) {
      Map<Refusal, Counter> reasons = new EnumMap<>(Refusal.class);
      for (Refusal reason : Refusal.values()) {
        String name = reason.name().toLowerCase(Locale.ROOT);
        reasons.put(reason, counter(metrics, resource, name));
      }
      refused.put(resource, reasons);
      evicted.put(resource, counter(metrics, resource, "evicted"));
    }
  }

  public static ResourceLedger ledger(Map<Resource, Limit> limits, MeterRegistry metrics) {
    ResourceLedger ledger = new ResourceLedger(limits, new LedgerMetrics(metrics));
    for (Resource resource : Resource.values()) {
      Gauge.builder(USED, () -> ledger.used(resource))
          .description("Current requests and the resources they hold")
          .tag("kind", resource.label())
          .register(metrics);
      Gauge.builder("gatehouse.http.limit", () -> ledger.limit(resource))
          .description("Limits of the resources that requests hold")
          .tag("kind", resource.label())
          .register(metrics);
    }
    Gauge.builder("gatehouse.http.addresses", ledger::addresses)
        .description("Addresses that hold resources")
        .register(metrics);
    return ledger;
  }

  private static Counter counter(MeterRegistry metrics, Resource resource, String reason) {
    return Counter.builder("gatehouse.http.refused")
        .description("Refused resources; evicted: requests that were ended for other clients")
        .tag("kind", resource.label())
        .tag("reason", reason)
        .register(metrics);
  }

  @Override
  public void refused(Resource resource, Refusal reason) {
    refused.get(resource).get(reason).increment();
  }

  @Override
  public void evicted(Resource resource) {
    evicted.get(resource).increment();
  }
}
