package dev.gatehouse.cluster;

import module java.base;

import dev.gatehouse.settings.SettingsException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.security.cert.X509Certificate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PEM files of a node for the event bus. A node accepts every certificate of its authorities, with
 * any name in it. The authority signs for nodes and consumers only.
 *
 * @param expiry when the first of the node's certificates expires, the authority's included
 */
public record BusCertificates(ClusterSettings.Tls files, Instant expiry) {
  private static final Logger LOG = LoggerFactory.getLogger(BusCertificates.class);
  private static final Duration WARNING = Duration.ofDays(30);

  /**
   * Reads the files.
   *
   * @throws SettingsException that names the missing or unusable setting
   */
  public static BusCertificates read(ClusterSettings settings, Instant now) {
    ClusterSettings.Tls files = settings.tls();
    if (files.certificate().isEmpty()) {
      throw new SettingsException(
          "a node of a cluster (cluster.enabled) needs cluster.tlsCertificate, cluster.tlsKey and"
              + " cluster.tlsAuthority, by which nodes recognize each other on the event bus."
              + " docs/operate/cluster.md shows how to make the files with openssl");
    }
    List<X509Certificate> own = read("cluster.tlsCertificate", files.certificate());
    List<X509Certificate> authorities = read("cluster.tlsAuthority", files.authority());
    // During a rotation an authority may expire: the others still count.
    Instant expiry =
        Stream.concat(
                own.stream().map(BusCertificates::end),
                authorities.stream().map(BusCertificates::end).max(Instant::compareTo).stream())
            .min(Instant::compareTo)
            .orElseThrow();
    if (!expiry.isAfter(now)) {
      throw new SettingsException(
          "cluster.tlsCertificate %s or its authority %s expired at %s: make new ones"
              .formatted(files.certificate(), files.authority(), expiry));
    }
    var certificates = new BusCertificates(files, expiry);
    certificates.client();
    return certificates;
  }

  private static Instant end(X509Certificate certificate) {
    return certificate.getNotAfter().toInstant();
  }

  private static List<X509Certificate> read(String setting, String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (found.isEmpty()) {
        throw new SettingsException(setting + ": " + file + " contains no certificate");
      }
      return found;
    } catch (IOException | GeneralSecurityException e) {
      throw new SettingsException(setting + ": " + file + " is no readable PEM file: " + e);
    }
  }

  /** Returns the sockets of a trial. */
  SSLSocketFactory client() {
    try {
      var context =
          SslContextBuilder.forClient()
              .sslProvider(SslProvider.JDK)
              .keyManager(new File(files.certificate()), new File(files.key()))
              .trustManager(new File(files.authority()))
              .build();
      return ((JdkSslContext) context).context().getSocketFactory();
    } catch (SSLException | IllegalArgumentException e) {
      throw new SettingsException(
          "cluster.tlsKey " + files.key() + " cannot be used with cluster.tlsCertificate: " + e);
    }
  }

  /** Sets up mutual TLS on the event bus. */
  void configure(EventBusOptions options) {
    options
        .setSsl(true)
        .setEnabledSecureTransportProtocols(Set.of("TLSv1.3"))
        .setClientAuth(ClientAuth.REQUIRED)
        .setKeyCertOptions(
            new PemKeyCertOptions().setCertPath(files.certificate()).setKeyPath(files.key()))
        .setTrustOptions(new PemTrustOptions().addCertPath(files.authority()));
  }

  /** Returns whether the certificates expire soon, for the health report. */
  public Optional<String> problem(InstantSource clock) {
    return expiry.isBefore(clock.instant().plus(WARNING))
        ? Optional.of("the certificate for other nodes expires at " + expiry)
        : Optional.empty();
  }

  /** Publishes the expiry as a metric, and logs it. */
  public void publish(MeterRegistry registry) {
    LOG.info("cluster certificates expire={}", expiry);
    Gauge.builder("gatehouse.cluster.certificate.expiry", expiry, Instant::getEpochSecond)
        .description("Expiry of this node's certificates for other nodes, Unix time in seconds")
        .baseUnit("seconds")
        .register(registry);
  }
}
