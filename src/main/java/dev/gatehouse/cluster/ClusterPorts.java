package dev.gatehouse.cluster;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State of the two ports for other nodes: rejected connections, and the certificates' expiry. */
public record ClusterPorts(ClusterTls tls, InstantSource clock, Admissions members, Admissions bus)
    implements AutoCloseable {
  private static final Duration WARNING = Duration.ofDays(30);
  private static final Logger LOG = LoggerFactory.getLogger(ClusterPorts.class);

  /** Returns when this node's certificates for other nodes expire; empty if they never do. */
  public Optional<Instant> expiry() {
    return tls.expiry();
  }

  /** Returns whether the certificates expire soon, for the health report. */
  public Optional<String> problem() {
    return expiry()
        .filter(expiry -> expiry.isBefore(clock.instant().plus(WARNING)))
        .map(expiry -> "the certificate for other nodes expires at " + expiry);
  }

  /** Returns the number of rejected connections. */
  public long rejected() {
    return members.rejected() + bus.rejected();
  }

  /** Publishes the metrics and logs the expiry. */
  public void publish(MeterRegistry registry) {
    FunctionCounter.builder("gatehouse.cluster.rejected", this, ClusterPorts::rejected)
        .description("Connections to the ports for other nodes that were rejected")
        .register(registry);
    expiry()
        .ifPresent(expiry -> {
          LOG.info("cluster certificates expire={}", expiry);
          Gauge.builder("gatehouse.cluster.certificate.expiry", expiry, Instant::getEpochSecond)
              .description(
                  "Expiry of this node's certificates for other nodes, Unix time in seconds")
              .baseUnit("seconds")
              .register(registry);
        });
  }

  @Override
  public void close() {
    members.close();
    bus.close();
  }
}
