package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.settings.Http;
import dev.gatehouse.settings.SettingsException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.ServerSSLOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificate that the HTTP port serves. It follows its files: renewed files are served without a
 * restart, and unusable ones leave the certificate unchanged.
 */
public final class ServedCertificate {
  private static final Logger LOG = LoggerFactory.getLogger(ServedCertificate.class);
  private static final int PATIENCE_SECONDS = 10;

  private final Http settings;
  private final InstantSource clock;
  private volatile TlsCertificate certificate;
  private volatile Optional<HttpServer> server = Optional.empty();
  private volatile Optional<String> fault = Optional.empty();

  /** Fault of the last content; empty if it is served. */
  private String suspected = "";

  private ServedCertificate(Http settings, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
    this.certificate = TlsCertificate.read(settings);
  }

  /**
   * Reads the certificate; empty if the node does not terminate TLS.
   *
   * @throws SettingsException if it cannot be used
   */
  public static Optional<ServedCertificate> of(Http settings, InstantSource clock) {
    return settings.tls() ? Optional.of(new ServedCertificate(settings, clock)) : Optional.empty();
  }

  TlsCertificate current() {
    return certificate;
  }

  /** Begins to replace the certificate of a server. Servers of one port share theirs. */
  void serves(HttpServer listening) {
    server = Optional.of(listening);
  }

  /**
   * Serves the files' content if it has changed. Blocks.
   *
   * @return whether another certificate is served now
   */
  public synchronized boolean follow() {
    try {
      var pem = TlsCertificate.Pem.read(settings);
      boolean changed = !pem.equals(certificate.pem());
      if (changed) {
        renew(TlsCertificate.of(pem));
      }
      suspected = "";
      fault = Optional.empty();
      return changed;
    } catch (SettingsException e) {
      reject(e.getMessage());
      return false;
    }
  }

  /** Serves the files' content like {@link #follow}, and logs at once why it cannot be used. */
  public synchronized void reload() {
    suspected = "";
    fault = Optional.empty();
    follow();
    if (!suspected.isEmpty()) {
      follow();
    }
  }

  private void renew(TlsCertificate renewed) {
    replace(renewed);
    certificate = renewed;
    LOG.info(
        "certificate renewed subject={} expires={}",
        renewed.own().getSubjectX500Principal(),
        renewed.expiry());
  }

  private void replace(TlsCertificate renewed) {
    if (server.isEmpty()) {
      return;
    }
    var options = new ServerSSLOptions();
    options.setKeyCertOptions(renewed.pem().options());
    try {
      server.get().updateSSLOptions(options).await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | RuntimeException e) {
      throw new SettingsException("the HTTP port does not accept the new certificate: " + e);
    }
  }

  /** Logs unusable content once. Programs replace the two files one after the other. */
  private void reject(String reason) {
    String text =
        reason + "; the certificate that expires at " + certificate.expiry() + " is still served";
    if (reason.equals(suspected) && !fault.equals(Optional.of(text))) {
      fault = Optional.of(text);
      LOG.warn("certificate unchanged: {}", text);
    }
    suspected = reason;
  }

  /** Returns why the certificate needs attention. */
  public Optional<String> problem() {
    if (fault.isPresent()) {
      return fault;
    }
    Instant end = certificate.expiry();
    return switch (TlsCertificate.due(certificate.own(), end, clock.instant())) {
      case VALID -> Optional.empty();
      case EXPIRED -> Optional.of("the served certificate expired at " + end + ": renew it");
      case SOON, URGENT -> Optional.of("the served certificate expires at " + end + ": renew it");
    };
  }

  /** Publishes the expiry as a metric. */
  public void publish(MeterRegistry registry) {
    Gauge.builder(
            "gatehouse.http.certificate.expiry",
            this,
            own -> own.certificate.expiry().getEpochSecond())
        .description("Expiry of the certificate that the HTTP port serves, Unix time in seconds")
        .baseUnit("seconds")
        .register(registry);
  }
}
