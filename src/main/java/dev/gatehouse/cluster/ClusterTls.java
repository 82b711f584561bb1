package dev.gatehouse.cluster;

import dev.gatehouse.settings.SettingsException;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * Certificates of a node for connections with other nodes. A node accepts every certificate of its
 * authorities, with any name in it. The authority signs for nodes only.
 */
final class ClusterTls {
  private static final String PROTOCOL = "TLSv1.3";

  private final ClusterSettings.Tls files;
  private final SslContext server;
  private final SslContext client;
  private final Instant expiry;

  /**
   * Loads the files.
   *
   * @throws SettingsException if a file is missing, is no certificate or key, or has expired
   */
  ClusterTls(ClusterSettings.Tls files, Instant now) {
    this.files = files;
    expiry = expiry(files, now);
    File authority = new File(files.authority());
    File certificate = new File(files.certificate());
    File key = new File(files.key());
    try {
      server =
          SslContextBuilder.forServer(certificate, key)
              .sslProvider(SslProvider.JDK)
              .trustManager(authority)
              .clientAuth(ClientAuth.REQUIRE)
              .protocols(PROTOCOL)
              .build();
      client =
          SslContextBuilder.forClient()
              .sslProvider(SslProvider.JDK)
              .keyManager(certificate, key)
              .trustManager(authority)
              .endpointIdentificationAlgorithm(null)
              .protocols(PROTOCOL)
              .build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new SettingsException(
          "cluster.tlsKey " + files.key() + " does not fit cluster.tlsCertificate: " + e);
    }
  }

  SslContext server() {
    return server;
  }

  SslContext client() {
    return client;
  }

  /** Returns when the first of this node's certificates expires, the authority's included. */
  Instant expiry() {
    return expiry;
  }

  /** Sets up mutual TLS on the event bus. */
  void configure(EventBusOptions bus) {
    bus.setSsl(true)
        .setEnabledSecureTransportProtocols(Set.of(PROTOCOL))
        .setClientAuth(io.vertx.core.http.ClientAuth.REQUIRED)
        .setKeyCertOptions(
            new PemKeyCertOptions().setCertPath(files.certificate()).setKeyPath(files.key()))
        .setTrustOptions(new PemTrustOptions().addCertPath(files.authority()));
  }

  private static Instant expiry(ClusterSettings.Tls files, Instant now) {
    // During a rotation an authority may expire: the others still count.
    Instant authorities =
        read("cluster.tlsAuthority", files.authority()).stream()
            .map(certificate -> certificate.getNotAfter().toInstant())
            .max(Instant::compareTo)
            .orElse(Instant.EPOCH);
    Instant own =
        read("cluster.tlsCertificate", files.certificate()).stream()
            .map(certificate -> certificate.getNotAfter().toInstant())
            .min(Instant::compareTo)
            .orElse(Instant.EPOCH);
    Instant first = own.isBefore(authorities) ? own : authorities;
    if (!first.isAfter(now)) {
      throw new SettingsException(
          "the certificate in "
              + (own.isAfter(now) ? files.authority() : files.certificate())
              + " expired at "
              + first
              + ": make new ones with scripts/gatehouse cluster certificates");
    }
    return first;
  }

  private static Collection<X509Certificate> read(String setting, String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (found.isEmpty()) {
        throw new SettingsException(setting + ": " + file + " contains no certificate");
      }
      return found;
    } catch (IOException e) {
      throw new SettingsException(setting + ": " + file + " cannot be read: " + e);
    } catch (GeneralSecurityException e) {
      throw new SettingsException(setting + ": " + file + " is not a PEM certificate");
    }
  }
}
