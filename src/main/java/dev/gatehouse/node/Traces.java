package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.node.health.Release;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.tracing.OtlpTracer;
import dev.gatehouse.tracing.Tracer;
import dev.gatehouse.tracing.TracingSettings;
import io.micrometer.core.instrument.MeterRegistry;

/** The tracer that the settings select. */
final class Traces {
  private Traces() {}

  /** Returns the tracer. Without a collector, the classes that send spans are not loaded. */
  static Tracer of(
      Settings settings, InstantSource clock, RandomGenerator random, MeterRegistry registry) {
    TracingSettings own = TracingSettings.read(settings.section("tracing"));
    if (!own.on()) {
      return Tracer.OFF;
    }
    Map<String, String> resource =
        Map.of(
            "service.name", "gatehouse",
            "service.version", Release.version(),
            "deployment.environment.name", settings.environment());
    return OtlpTracer.start(own, resource, clock, random, registry);
  }
}
