package dev.gatehouse.node.doctor;

import dev.gatehouse.settings.Http;
import dev.gatehouse.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Checks of what clients see: certificate, public address, and the time. */
final class PublicChecks {
  private static final String TLS = "tls";
  private static final String PUBLIC = "public";
  private static final String CLOCK = "clock";
  private static final Duration SOON = Duration.ofDays(14);
  private static final Duration SKEW = Duration.ofSeconds(30);
  private static final String PKCS8 = "PRIVATE KEY-----";

  private final Http http;
  private final String url;
  private final InstantSource clock;
  private final Duration limit;

  PublicChecks(Settings settings, InstantSource clock, Duration limit) {
    this.http = settings.http();
    this.url = settings.publicAddress().url();
    this.clock = clock;
    this.limit = limit;
  }

  List<Finding> tls() {
    if (!http.tls()) {
      return List.of();
    }
    try {
      return List.of(chain(certificates()));
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      return List.of(
          Finding.problem(
              TLS,
              "http.tlsCertificate or http.tlsKey cannot be used: " + e,
              "Set both to PEM files that the node can read."));
    }
  }

  private Finding chain(List<X509Certificate> chain) throws IOException, GeneralSecurityException {
    if (chain.isEmpty()) {
      return Finding.problem(
          TLS, "http.tlsCertificate contains no certificate", "Set it to a PEM file.");
    }
    for (int i = 1; i < chain.size(); i++) {
      if (!chain
          .get(i - 1)
          .getIssuerX500Principal()
          .equals(chain.get(i).getSubjectX500Principal())) {
        return Finding.problem(
            TLS,
            "certificate " + (i + 1) + " did not issue certificate " + i,
            "Put the server's certificate first and each issuer after it.");
      }
      chain.get(i - 1).verify(chain.get(i).getPublicKey());
    }
    if (!fits(chain.getFirst())) {
      return Finding.problem(
          TLS,
          "http.tlsKey is not the key of http.tlsCertificate",
          "Set both to the files of one certificate.");
    }
    Instant expiry =
        chain.stream()
            .map(certificate -> certificate.getNotAfter().toInstant())
            .min(Instant::compareTo)
            .orElseThrow();
    return expiry("the certificate", expiry, TLS);
  }

  private List<X509Certificate> certificates() throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(Path.of(http.tlsCertificate()))) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
          .map(X509Certificate.class::cast)
          .toList();
    }
  }

  /** Returns whether the key belongs to the certificate. Only PKCS #8 keys are compared. */
  private boolean fits(X509Certificate certificate) throws IOException, GeneralSecurityException {
    String pem = Files.readString(Path.of(http.tlsKey()));
    String algorithm = certificate.getPublicKey().getAlgorithm();
    String signing =
        switch (algorithm) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "";
        };
    if (!pem.contains("-----BEGIN " + PKCS8) || signing.isEmpty()) {
      return true;
    }
    String body = pem.replaceAll("(?s).*-----BEGIN " + PKCS8 + "(.*?)-----END.*", "$1");
    byte[] encoded = Base64.getMimeDecoder().decode(body);
    byte[] sample = "gatehouse".getBytes(StandardCharsets.UTF_8);
    try {
      PrivateKey key =
          KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
      Signature signature = Signature.getInstance(signing);
      signature.initSign(key);
      signature.update(sample);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(sample);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  List<Finding> address() {
    if (url.isEmpty()) {
      return List.of(Finding.ok(PUBLIC, "public.url is not set"));
    }
    String host = URI.create(url).getHost();
    try {
      InetAddress found = InetAddress.getByName(host);
      String words = host + " is " + found.getHostAddress();
      if (secured() || found.isLoopbackAddress()) {
        return List.of(Finding.ok(PUBLIC, words));
      }
      return List.of(
          Finding.warning(
              PUBLIC,
              words + ", and public.url begins with http, so codes are sent unencrypted",
              "Use https: set http.tlsCertificate, or a proxy; conf has files for two."));
    } catch (UnknownHostException e) {
      return List.of(
          Finding.problem(
              PUBLIC,
              "the host " + host + " of public.url is unknown",
              "Add a DNS record for it, or correct public.url."));
    }
  }

  private boolean secured() {
    return url.startsWith("https:");
  }

  /** Checks the reply of the public address: its certificate, and its clock. */
  List<Finding> reply() throws InterruptedException {
    if (url.isEmpty()) {
      return List.of();
    }
    try {
      HttpResponse<Void> reply = head();
      List<Finding> findings = new ArrayList<>(List.of(skew(reply)));
      reply.sslSession().ifPresent(session -> findings.add(certificate(session)));
      return findings;
    } catch (SSLException e) {
      return List.of(
          Finding.problem(
              PUBLIC,
              url + " has no certificate that clients trust: " + e.getMessage(),
              "Install a certificate for its host name, followed by its issuers."));
    } catch (IOException e) {
      return List.of(
          Finding.warning(
              CLOCK,
              url + " cannot be reached: " + e,
              "Start the node and its proxy, then run this command again."));
    }
  }

  private HttpResponse<Void> head() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).HEAD().timeout(limit).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.discarding());
    }
  }

  private Finding skew(HttpResponse<Void> reply) {
    Optional<Instant> theirs = date(reply);
    if (theirs.isEmpty()) {
      return Finding.warning(
          CLOCK, url + " sends no valid Date header", "Compare the clock yourself.");
    }
    Duration skew = Duration.between(theirs.get(), clock.instant()).abs();
    String words = "the clock differs from that of public.url by " + skew.toSeconds() + " s";
    return Finding.problemIf(
        skew.compareTo(SKEW) > 0, CLOCK, words, "Synchronize the clock, for example by NTP.");
  }

  private static Optional<Instant> date(HttpResponse<Void> reply) {
    try {
      return reply
          .headers()
          .firstValue("Date")
          .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private Finding certificate(SSLSession session) {
    try {
      var first = (X509Certificate) session.getPeerCertificates()[0];
      return expiry("the certificate of " + url, first.getNotAfter().toInstant(), PUBLIC);
    } catch (SSLPeerUnverifiedException e) {
      return Finding.problem(PUBLIC, url + " has no certificate", "Install one.");
    }
  }

  private Finding expiry(String what, Instant expiry, String check) {
    Duration left = Duration.between(clock.instant(), expiry);
    if (left.isNegative()) {
      return Finding.problem(check, what + " expired at " + expiry, "Renew it.");
    }
    String words = what + " expires at " + expiry;
    return Finding.warningIf(left.compareTo(SOON) < 0, check, words, "Renew it.");
  }
}
