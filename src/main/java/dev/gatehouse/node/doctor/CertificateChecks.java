package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.http.OwnPortProbe;
import dev.gatehouse.http.TlsCertificate;
import dev.gatehouse.settings.Http;
import dev.gatehouse.settings.SettingsException;
import java.security.cert.X509Certificate;

/** Checks of the certificate that the node serves itself, and of its files. */
record CertificateChecks(Http http, InstantSource clock, Duration limit) {
  private static final String TLS = "tls";

  List<Finding> check() {
    if (!http.tls()) {
      return List.of();
    }
    Optional<X509Certificate> served = served();
    List<Finding> findings = new ArrayList<>();
    served.ifPresent(own ->
        findings.add(
            expiry(
                TLS,
                "the served certificate",
                own,
                own.getNotAfter().toInstant(),
                clock.instant())));
    try {
      TlsCertificate files = TlsCertificate.read(http);
      files
          .wrongIssuer()
          .ifPresent(number ->
              findings.add(
                  Finding.problem(
                      TLS,
                      "certificate " + number + " did not issue certificate " + (number - 1),
                      "Put the server's certificate first and each issuer after it.")));
      findings.add(
          expiry(
              TLS,
              "the certificate in the file " + http.tlsCertificate(),
              files.own(),
              files.expiry(),
              clock.instant()));
      if (served.isPresent() && !served.get().equals(files.own())) {
        findings.add(
            Finding.warning(
                TLS,
                "the node serves another certificate than the file contains",
                "Wait a minute. If it remains, the node's log names the reason."));
      }
    } catch (SettingsException e) {
      findings.add(
          Finding.problem(TLS, e.getMessage(), "Set both to PEM files that the node can read."));
    }
    return findings;
  }

  /** Returns a finding about the expiry of a certificate. */
  static Finding expiry(
      String check, String what, X509Certificate certificate, Instant expiry, Instant now) {
    String words = what + " expires at " + expiry;
    return switch (TlsCertificate.due(certificate, expiry, now)) {
      case VALID -> Finding.ok(check, words);
      case SOON -> Finding.warning(check, words, "Renew it.");
      case URGENT -> Finding.problem(check, words + ", within days", "Renew it.");
      case EXPIRED -> Finding.problem(check, what + " expired at " + expiry, "Renew it.");
    };
  }

  /** Returns the certificate of the HTTP port; empty if no node listens there. */
  private Optional<X509Certificate> served() {
    if (http.port() == 0) {
      return Optional.empty();
    }
    try {
      var host = InetAddress.getByName(http.host());
      var address =
          new InetSocketAddress(
              host.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : host, http.port());
      try (var plain = new Socket()) {
        int millis = (int) limit.dividedBy(3).toMillis();
        plain.connect(address, millis);
        plain.setSoTimeout(millis);
        TrustManager[] any = {new OwnPortProbe.TrustAll()};
        try (var socket =
            (SSLSocket) TlsConnection.over(plain, host.getHostAddress(), http.port(), any, false)) {
          return Optional.of((X509Certificate) socket.getSession().getPeerCertificates()[0]);
        }
      }
    } catch (IOException | GeneralSecurityException e) {
      return Optional.empty();
    }
  }
}
