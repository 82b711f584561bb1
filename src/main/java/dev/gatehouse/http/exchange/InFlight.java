package dev.gatehouse.http.exchange;

import dev.gatehouse.http.ledger.LedgerMetrics;
import dev.gatehouse.http.ledger.ResourceLedger;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** Number of requests of a node, which is a gauge, and the ledger of what they hold. */
public final class InFlight {
  final AtomicLong requests = new AtomicLong();
  final ResourceLedger ledger;

  public InFlight(ResourceLedger ledger, MeterRegistry metrics) {
    this.ledger = ledger;
    Gauge.builder(LedgerMetrics.USED, requests::get)
        .description("Current requests and the resources they hold")
        .tag("kind", "requests")
        .register(metrics);
  }

  /** Counts a request until it ends. */
  public void count(Exchange exchange) {
    requests.incrementAndGet();
    exchange.onFinish(requests::decrementAndGet);
  }

  /** Returns the ledger that all event loops of the node share. */
  public ResourceLedger ledger() {
    return ledger;
  }
}
