package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.http.OwnPortProbe;
import dev.gatehouse.http.TlsCertificate;
import dev.gatehouse.settings.Http;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;

/** Checks of what clients see: public address, its certificate, and the time. */
final class PublicChecks {
  private static final String PUBLIC = "public";
  private static final String CLOCK = "clock";
  private static final Duration SKEW = Duration.ofSeconds(30);

  private final String url;
  private final InstantSource clock;
  private final Duration limit;

  PublicChecks(Settings settings, InstantSource clock, Duration limit) {
    this.url = settings.publicAddress().url();
    this.clock = clock;
    this.limit = limit;
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
      return CertificateChecks.expiry(
          PUBLIC,
          "the certificate of " + url,
          first,
          first.getNotAfter().toInstant(),
          clock.instant());
    } catch (SSLPeerUnverifiedException e) {
      return Finding.problem(PUBLIC, url + " has no certificate", "Install one.");
    }
  }

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
              (SSLSocket)
                  SmtpLogin.encrypted(plain, host.getHostAddress(), http.port(), any, false)) {
            return Optional.of((X509Certificate) socket.getSession().getPeerCertificates()[0]);
          }
        }
      } catch (IOException | GeneralSecurityException e) {
        return Optional.empty();
      }
    }
  }
}
