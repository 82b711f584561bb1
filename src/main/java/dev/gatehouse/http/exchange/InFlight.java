package dev.gatehouse.http.exchange;

import dev.gatehouse.settings.Http;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/**
 * Limits of concurrent work on a node, shared by all its event loops. Each limit is also a gauge.
 */
public final class InFlight {
  public final Permits requests = new Permits(Long.MAX_VALUE);
  public final PerClientSemaphore connections;
  public final Permits bodyBytes;
  public final PerClientSemaphore uploads;
  public final Permits streams;
  public final PerClientSemaphore listeners;

  public InFlight(Http settings, MeterRegistry metrics) {
    connections =
        new PerClientSemaphore(settings.maxConnections(), settings.maxConnectionsPerAddress());
    bodyBytes = new Permits(settings.maxBodyBytes().bytes());
    uploads = new PerClientSemaphore(settings.maxUploads());
    streams = new Permits(settings.maxStreams());
    listeners = new PerClientSemaphore(settings.maxListeners());
    gauge(metrics, "requests", requests::taken);
    gauge(metrics, "connections", connections::taken);
    gauge(metrics, "uploads", uploads::taken);
    gauge(metrics, "streams", streams::taken);
    gauge(metrics, "listeners", listeners::taken);
    Gauge.builder("gatehouse.http.body.memory", () -> bodyBytes.taken())
        .description("Memory reserved for JSON bodies that are being read or answered")
        .baseUnit("bytes")
        .register(metrics);
  }

  private static void gauge(MeterRegistry metrics, String kind, Supplier<Number> taken) {
    Gauge.builder("gatehouse.http.in.flight", taken)
        .description("Current requests and the resources they hold")
        .tag("kind", kind)
        .register(metrics);
  }
}
