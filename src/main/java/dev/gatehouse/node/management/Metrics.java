package dev.gatehouse.node.management;

import module java.base;

import com.sun.management.OperatingSystemMXBean;
import dev.gatehouse.node.logging.Logging;
import dev.gatehouse.node.storage.Sweep;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;

/** Publishes the node's metrics for Prometheus. */
public final class Metrics {
  /**
   * Micrometer names for these meters end in a unit other than seconds, or in a suffix that is
   * reserved for counters.
   */
  private static final Set<String> ILL_NAMED = Set.of("process.cpu.time", "system.cpu.count");

  private static final double NANOS_PER_SECOND = 1e9;

  private final PrometheusMeterRegistry registry;

  private final LongSupplier documentsRead;
  private final LongSupplier oddOnes;

  /**
   * @param documentsRead documents read by the embedded store since its start; reveals scans
   * @param oddOnes invalid documents, written by other programs, that were skipped
   */
  public Metrics(
      PrometheusMeterRegistry registry, LongSupplier documentsRead, LongSupplier oddOnes) {
    this.registry = registry;
    this.documentsRead = documentsRead;
    this.oddOnes = oddOnes;
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    processor();
    // A meter references its object weakly. With a lambda as the object, the value would freeze
    // once the lambda is collected.
    FunctionCounter.builder(
            "gatehouse.store.documents.read", this, own -> own.documentsRead.getAsLong())
        .description("Documents that the embedded store has read")
        .register(registry);
    FunctionCounter.builder("gatehouse.log.dropped", this, own -> Logging.dropped())
        .description("Log lines that were dropped, because they came faster than they were written")
        .register(registry);
    FunctionCounter.builder("gatehouse.documents.invalid", this, own -> own.oddOnes.getAsLong())
        .description(
            "Invalid documents of other programs or newer releases, and invalid parts of replies, that were skipped")
        .register(registry);
  }

  /** Returns a registry that accepts well-named meters only. */
  public static PrometheusMeterRegistry emptyRegistry() {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.config().meterFilter(MeterFilter.deny(id -> ILL_NAMED.contains(id.getName())));
    return registry;
  }

  public void watch(Supplier<Sweep.Sizes> trash) {
    Gauge.builder("gatehouse.trash.blobs", () -> trash.get().blobs())
        .description("Files in the trash, as the last sweep found them")
        .register(registry);
    Gauge.builder("gatehouse.trash.size", () -> trash.get().bytes())
        .baseUnit(BaseUnits.BYTES)
        .description("Size of the files in the trash, as the last sweep found them")
        .register(registry);
  }

  private void processor() {
    Gauge.builder("system.cpus", Runtime.getRuntime(), Runtime::availableProcessors)
        .description("Processors that this process may use")
        .register(registry);
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      FunctionCounter.builder(
              "process.cpu", system, bean -> bean.getProcessCpuTime() / NANOS_PER_SECOND)
          .baseUnit("seconds")
          .description("Processor time of this process")
          .register(registry);
    }
  }

  public PrometheusMeterRegistry registry() {
    return registry;
  }
}
