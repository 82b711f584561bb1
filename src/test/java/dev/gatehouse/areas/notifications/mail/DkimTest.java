package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.notifications.mail.SecureSmtp.Offer;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Mail;
import dev.gatehouse.pages.PageFile;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every email is signed, so that recipients can verify its origin and integrity. */
@Tag("slow")
class DkimTest {
  private static final String CALENDAR =
      "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:" + "é".repeat(30) + "\r\nEND:VCALENDAR\r\n";

  private static final PageFile LOGO =
      new PageFile("/theme/logo.png", "image/png", new byte[] {1, 2, 3});

  @TempDir static Path folder;
  private static Vertx vertx;
  private static KeyPair keys;
  private static SecureSmtp smtp;
  private static PostOffice post;

  @BeforeAll
  static void open() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    keys = generator.generateKeyPair();
    vertx = Vertx.vertx();
    var certificate = new TestCertificate(folder, "ip:127.0.0.1");
    smtp = new SecureSmtp(Offer.IMPLICIT, certificate.context(), "robot", "secret");
    String pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----\n";
    Map<String, String> environment =
        Map.of(
            "GATEHOUSE_SMTP_URL",
            "smtps://robot:secret@127.0.0.1:" + smtp.port(),
            "GATEHOUSE_SMTP_CERTIFICATE",
            certificate.pem().toString(),
            "GATEHOUSE_MAIL_FROM",
            "Gäte <noreply@example.org>",
            "GATEHOUSE_MAIL_DKIM_KEY",
            pem,
            "GATEHOUSE_MAIL_DKIM_DOMAIN",
            "example.org",
            "GATEHOUSE_MAIL_DKIM_SELECTOR",
            "s1");
    post = PostOffice.open(vertx, TestSettings.of(environment), Optional.of(LOGO));
  }

  @AfterAll
  static void close() throws Exception {
    smtp.close();
    vertx.close().await();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "one line",
        "a line and its end\n",
        "ends in empty lines\n\n\n",
        "\n\nbegins with empty lines",
        "spaces  within, \t and behind   \n \t \n",
        "a line\n.\n..dots\n\n\nempty ones between\n   \n",
        "ünd ¶ 🎵 = € and a line that is longer than any that a mail may have on its way to me\n\n\n"
      })
  void theSignatureHoldsWhateverIsWritten(String text) throws Exception {
    for (String invitation : List.of("", CALENDAR)) {
      String letter = sent("Grüße " + "ü".repeat(60), text, invitation);
      var verifier = new DkimVerifier(letter);
      assertTrue(verifier.bodyHolds(), "body of\n" + letter);
      assertTrue(verifier.headHolds(keys.getPublic()), "head of\n" + letter);
      assertEquals("example.org", verifier.tags().get("d"));
      assertEquals("s1", verifier.tags().get("s"));
      assertEquals("rsa-sha256", verifier.tags().get("a"));
      assertFalse(verifier.tags().containsKey("l"), "nothing can be added");
    }
  }

  /** Relays fold lines and change spaces, which must not break the signature. */
  @Test
  void acceptsHeaderFoldedByRelay() throws Exception {
    String folded = sent("two words", "text", "").replace("two words", "two\r\n  words");
    assertTrue(new DkimVerifier(folded).headHolds(keys.getPublic()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "From: ", "To: ", "Subject: ",
        "Date: ", "Message-ID: ", "Reply-To: ",
        "Content-Type: "
      })
  void aChangedFieldBreaksIt(String field) throws Exception {
    String letter = sent("subject", "text", "");
    String changed = letter.replaceFirst("\r\n" + field, "$0x");
    assertFalse(changed.equals(letter));
    assertFalse(new DkimVerifier(changed).headHolds(keys.getPublic()));
    assertTrue(new DkimVerifier(changed).bodyHolds());
  }

  @Test
  void rejectsChangedBodyAndAddedHeaderField() throws Exception {
    String letter = sent("subject", "text", "");
    assertFalse(new DkimVerifier(letter.replace("text\r\n", "next\r\n")).bodyHolds());
    assertFalse(new DkimVerifier(letter + "and more\r\n").bodyHolds());
    for (String added : List.of("From: a@b.example", "Subject: other", "Reply-To: a@b.example")) {
      var verifier = new DkimVerifier(letter.replaceFirst("\r\n\r\n", "\r\n" + added + "$0"));
      assertFalse(verifier.headHolds(keys.getPublic()), added);
    }
  }

  private static String html(String text) {
    return "<p>" + text + "</p><img src=\"" + Mail.LOGO + "\" alt=\"\">" + text;
  }

  private static String sent(String subject, String text, String invitation) throws Exception {
    var calendar = invitation.isEmpty() ? null : new Email.CalendarPart("REQUEST", invitation);
    var letter =
        new Email("guest@example.net", "ada@example.com", subject, text, html(text), calendar);
    post.send(letter, "<1@example.org>", Instant.parse("2026-11-21T12:00:00Z"));
    return smtp.letters().getLast();
  }
}
