package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.notifications.mail.SecureSmtp.Offer;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Email;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS and login as configured: no password or email is sent to the wrong server. */
@ExtendWith(VertxExtension.class)
class SecureMailTest {
  private static final String PASSWORD = "s:c/r@t% ü";
  private static final String URL_PASSWORD = "s%3Ac%2Fr%40t%25%20%C3%BC";

  @TempDir static Path folder;
  private static TestCertificate certificate;
  private static Vertx vertx;

  @BeforeAll
  static void prepare(Vertx shared) throws Exception {
    certificate = new TestCertificate(folder, "ip:127.0.0.1");
    vertx = shared;
  }

  @ParameterizedTest
  @CsvSource({"IMPLICIT,smtps", "STARTTLS,smtp"})
  void sendsLoginAndMailOverTls(Offer offer, String scheme) throws Exception {
    try (SecureSmtp smtp = server(offer)) {
      send(url(scheme, URL_PASSWORD, smtp), "required", certificate.pem().toString());
      assertEquals(1, smtp.letters().size());
      assertTrue(smtp.letters().getFirst().contains("\r\nSubject: hello\r\n"));
      List<String> expected =
          offer == Offer.IMPLICIT ? List.of() : List.of("EHLO example.org", "STARTTLS");
      assertEquals(expected, smtp.clear());
    }
  }

  /** Each row has one error and the resulting message for the sender. */
  @ParameterizedTest
  @CsvSource({
    "STARTTLS, smtp, wrong, auto, trusted, the SMTP server rejected the login: 535",
    "IMPLICIT, smtps, wrong, auto, trusted, the SMTP server rejected the login: 535",
    "STARTTLS, smtp, right, required, unknown, no trusted TLS connection to the SMTP server",
    "IMPLICIT, smtps, right, auto, unknown, no trusted TLS connection to the SMTP server",
    "NONE, smtp, right, required, trusted, 'the SMTP server offers no STARTTLS, which smtp.startTls"
        + " requires'"
  })
  void reportsSmtpErrorAsRetryable(
      Offer offer, String scheme, String password, String startTls, String trust, String error)
      throws Exception {
    try (SecureSmtp smtp = server(offer)) {
      String url = url(scheme, password.equals("right") ? URL_PASSWORD : password, smtp);
      String trusted = trust.equals("trusted") ? certificate.pem().toString() : "";
      DeliveryException reported =
          assertThrows(DeliveryException.class, () -> send(url, startTls, trusted));
      assertEquals(error, reported.getMessage().replaceAll("server: its .*", "server"));
      assertEquals(Outcome.FAILED, reported.outcome(), "the owner may mend it meanwhile");
      assertEquals(List.of(), smtp.letters());
      assertTrue(smtp.clear().stream().noneMatch(line -> line.startsWith("AUTH")));
    }
  }

  /** An authority's certificate vouches for names, and not for any server that it has signed. */
  @Test
  void rejectsCertificateOfAnotherHost(@TempDir Path elsewhere) throws Exception {
    var authority = new TestCertificate(elsewhere, "dns:authority.example");
    SSLContext other = authority.issue("dns:other.example");
    for (Offer offer : List.of(Offer.IMPLICIT, Offer.STARTTLS)) {
      try (var smtp = new SecureSmtp(offer, other, "robot", PASSWORD)) {
        String url = url(offer == Offer.IMPLICIT ? "smtps" : "smtp", URL_PASSWORD, smtp);
        DeliveryException reported =
            assertThrows(
                DeliveryException.class, () -> send(url, "auto", authority.pem().toString()));
        assertTrue(
            reported.getMessage().startsWith("no trusted TLS connection to the SMTP server"));
        assertEquals(Outcome.FAILED, reported.outcome());
        assertEquals(List.of(), smtp.secret(), offer + " must not go on");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"IMPLICIT,smtps", "STARTTLS,smtp"})
  void acceptsPinnedCertificateOfAnotherName(Offer offer, String scheme, @TempDir Path elsewhere)
      throws Exception {
    var other = new TestCertificate(elsewhere, "dns:box.example.org");
    try (var smtp = new SecureSmtp(offer, other.context(), "robot", PASSWORD)) {
      send(url(scheme, URL_PASSWORD, smtp), "required", other.pem().toString());
      assertEquals(1, smtp.letters().size());
    }
  }

  @Test
  void doesNotVerifyOwnMachineByDefault() throws Exception {
    try (SecureSmtp smtp = server(Offer.STARTTLS)) {
      send(url("smtp", URL_PASSWORD, smtp), "auto", "");
      assertEquals(List.of("EHLO example.org", "STARTTLS"), smtp.clear());
      assertEquals(1, smtp.letters().size());
    }
  }

  private static SecureSmtp server(Offer offer) throws Exception {
    return new SecureSmtp(offer, certificate.context(), "robot", PASSWORD);
  }

  private static String url(String scheme, String password, SecureSmtp smtp) {
    return scheme + "://robot:" + password + "@127.0.0.1:" + smtp.port();
  }

  private static void send(String url, String startTls, String trusted) throws DeliveryException {
    var settings =
        TestSettings.of(
            "SMTP_URL", url,
            "SMTP_START_TLS", startTls,
            "SMTP_CERTIFICATE", trusted,
            "MAIL_FROM", "noreply@example.org");
    PostOffice post = PostOffice.open(vertx, settings, Optional.empty());
    var letter = Email.plain("guest@example.net", "hello", "text");
    post.send(letter, "<1@example.org>", Instant.parse("2026-11-21T12:00:00Z"));
  }
}
