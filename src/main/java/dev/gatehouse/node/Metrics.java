package dev.gatehouse.node;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.LongSupplier;

/** The node's figures for Prometheus. */
final class Metrics {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /**
   * @param documentsRead by the embedded store since its start: a scan shows here
   */
  Metrics(LongSupplier documentsRead) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    FunctionCounter.builder(
            "gatehouse.store.documents.read", documentsRead, LongSupplier::getAsLong)
        .description("Documents that the embedded store has read")
        .register(registry);
  }

  PrometheusMeterRegistry registry() {
    return registry;
  }
}
