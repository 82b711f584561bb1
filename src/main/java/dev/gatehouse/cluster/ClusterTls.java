package dev.gatehouse.cluster;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.settings.SettingsException;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/**
 * Certificates of a node for connections with other nodes, from files or from a secret of all
 * nodes. A node accepts every certificate of its authorities, with any name in it. The authority
 * signs for nodes only.
 */
final class ClusterTls {
  private static final String PROTOCOL = "TLSv1.3";

  /** Protects nothing: the key stores that it opens remain in memory. */
  private static final String PASSWORD = "in-memory";

  private final SslContext server;
  private final SslContext client;
  private final Consumer<EventBusOptions> bus;
  private final Optional<Instant> expiry;

  private ClusterTls(
      SslContext server,
      SslContext client,
      Consumer<EventBusOptions> bus,
      Optional<Instant> expiry) {
    this.server = server;
    this.client = client;
    this.bus = bus;
    this.expiry = expiry;
  }

  /**
   * Loads the certificates, which any address but loopback requires. A secret would be enough
   * there, too, but one stolen from a node could not be replaced without the others.
   *
   * @throws SettingsException that names the missing or unusable setting
   */
  static ClusterTls of(ClusterSettings settings, List<String> secrets, Instant now) {
    if (settings.tls().on()) {
      return ofFiles(settings.tls(), now);
    }
    if (!address(settings.listening().host()).isLoopbackAddress()) {
      throw new SettingsException(
          ("cluster.host %s needs cluster.tlsCertificate, cluster.tlsKey and"
                  + " cluster.tlsAuthority, because other machines can connect. Make the files for all"
                  + " nodes with: %s cluster certificates FOLDER --nodes n1,n2,n3")
              .formatted(settings.listening().host(), CommandName.get()));
    }
    return ofSecrets(secrets);
  }

  static InetAddress address(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new SettingsException("cluster.host: " + host + " is not an address of this machine");
    }
  }

  /**
   * Loads the files.
   *
   * @throws SettingsException if a file is missing, is no certificate or key, or has expired
   */
  static ClusterTls ofFiles(ClusterSettings.Tls files, Instant now) {
    Instant expiry = expiry(files, now);
    File authority = new File(files.authority());
    File certificate = new File(files.certificate());
    File key = new File(files.key());
    try {
      return new ClusterTls(
          accepting(SslContextBuilder.forServer(certificate, key).trustManager(authority)),
          connecting(
              SslContextBuilder.forClient().keyManager(certificate, key).trustManager(authority)),
          bus ->
              bus.setKeyCertOptions(
                      new PemKeyCertOptions()
                          .setCertPath(files.certificate())
                          .setKeyPath(files.key()))
                  .setTrustOptions(new PemTrustOptions().addCertPath(files.authority())),
          Optional.of(expiry));
    } catch (SSLException | IllegalArgumentException e) {
      throw new SettingsException(
          "cluster.tlsKey " + files.key() + " does not fit cluster.tlsCertificate: " + e);
    }
  }

  /**
   * Derives certificates from secrets of all nodes.
   *
   * @param secrets the first is this node's, and all are accepted
   */
  static ClusterTls ofSecrets(List<String> secrets) {
    List<SecretCertificate> all = secrets.stream().map(SecretCertificate::of).toList();
    SecretCertificate own = all.getFirst();
    X509Certificate[] accepted =
        all.stream().map(SecretCertificate::certificate).toArray(X509Certificate[]::new);
    try {
      var keys = KeyStore.getInstance("PKCS12");
      keys.load(null, null);
      keys.setKeyEntry(
          "node", own.key(), PASSWORD.toCharArray(), new X509Certificate[] {own.certificate()});
      var trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      for (int i = 0; i < accepted.length; i++) {
        trusted.setCertificateEntry("node" + i, accepted[i]);
      }
      PfxOptions key = options(keys);
      PfxOptions trust = options(trusted);
      return new ClusterTls(
          accepting(
              SslContextBuilder.forServer(own.key(), own.certificate()).trustManager(accepted)),
          connecting(
              SslContextBuilder.forClient()
                  .keyManager(own.key(), own.certificate())
                  .trustManager(accepted)),
          bus -> bus.setKeyCertOptions(key).setTrustOptions(trust),
          Optional.empty());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("certificates cannot be derived from access.jwtSecret", e);
    }
  }

  private static PfxOptions options(KeyStore store) throws IOException, GeneralSecurityException {
    var bytes = new ByteArrayOutputStream();
    store.store(bytes, PASSWORD.toCharArray());
    return new PfxOptions().setValue(Buffer.buffer(bytes.toByteArray())).setPassword(PASSWORD);
  }

  private static SslContext accepting(SslContextBuilder server) throws SSLException {
    return server
        .sslProvider(SslProvider.JDK)
        .clientAuth(ClientAuth.REQUIRE)
        .protocols(PROTOCOL)
        .build();
  }

  private static SslContext connecting(SslContextBuilder client) throws SSLException {
    return client
        .sslProvider(SslProvider.JDK)
        .endpointIdentificationAlgorithm(null)
        .protocols(PROTOCOL)
        .build();
  }

  SslContext server() {
    return server;
  }

  SslContext client() {
    return client;
  }

  /**
   * Returns when the first of this node's certificates expires, the authority's included; empty if
   * none does.
   */
  Optional<Instant> expiry() {
    return expiry;
  }

  /** Sets up mutual TLS on the event bus. */
  void configure(EventBusOptions options) {
    options
        .setSsl(true)
        .setEnabledSecureTransportProtocols(Set.of(PROTOCOL))
        .setClientAuth(io.vertx.core.http.ClientAuth.REQUIRED);
    bus.accept(options);
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
          "the certificate in %s expired at %s: make new ones with %s cluster certificates"
              .formatted(
                  own.isAfter(now) ? files.authority() : files.certificate(),
                  first,
                  CommandName.get()));
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
