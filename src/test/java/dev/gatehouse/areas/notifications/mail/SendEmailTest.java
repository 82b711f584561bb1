package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.*;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code email/send} over a real SMTP server that asks for a login. */
class SendEmailTest {
  private static final GreenMail SMTP = start();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("SMTP_URL", "smtp://robot:s%3Acret@127.0.0.1:" + SMTP.getSmtp().getPort())
          .with("MAIL_FROM", "Gatehouse <noreply@example.org>");

  private static GreenMail start() {
    var server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.setUser("robot@example.org", "robot", "s:cret");
    server.start();
    return server;
  }

  @BeforeEach
  void empty() throws Exception {
    SMTP.purgeEmailFromAllMailboxes();
  }

  @Test
  void preservesSubjectAndBody() throws Exception {
    String subject = "Grüße 🎵 " + "ä".repeat(1_500);
    String body = "first\n.\n..dots\r\nFrom here\n" + "long ".repeat(400) + "\nend € 🎵";
    assertTrue(send("guest@example.net", subject, body).expect(200).json().getBoolean("success"));

    MimeMessage mail = SMTP.getReceivedMessages()[0];
    assertEquals(subject, mail.getSubject());
    assertEquals("Gatehouse <noreply@example.org>", mail.getFrom()[0].toString());
    assertEquals("guest@example.net", mail.getAllRecipients()[0].toString());
    assertEquals(
        body.replace("\r\n", "\n").strip(),
        mail.getContent().toString().replace("\r\n", "\n").strip());
    assertTrue(mail.getMessageID().matches("<[0-9a-f]{24}@example.org>"), mail.getMessageID());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "word ", "ä 🎵"})
  void foldsLongSubjects(String part) throws Exception {
    String subject = "Long " + part.repeat(1_990 / part.length()) + "end";
    send("guest@example.net", subject, "text").expect(200);
    MimeMessage mail = SMTP.getReceivedMessages()[0];
    assertEquals(subject, mail.getSubject());
    String raw = new String(mail.getRawInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    Enumeration<String> lines = mail.getAllHeaderLines();
    while (lines.hasMoreElements()) {
      lines.nextElement().lines().forEach(line -> assertTrue(line.length() <= 998, line));
    }
    assertEquals("text", raw.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a@b.c\nBcc: x@y.z", "a@b.c, d@e.f", "a b@c.d",
        "Name <a@b.c>", "a@b@c", "@b.c",
        "a.@b.c", "a@-b.c", "a@b..c",
        "a@b.c ", "ä@b.c", "a@fa\u00df.example",
        "a@b\u00fccher..example", "a@-b\u00fccher.example", "a@b\u00fc cher.example",
        "a@\u200db.example", "a@b.c\n"
      })
  void onlyOnePlainAddressIsARecipient(String to) throws Exception {
    Client.Reply reply = send(to, "subject", "text").expect(400);
    assertTrue(reply.error().startsWith("to"), reply.error());
    assertEquals(0, SMTP.getReceivedMessages().length);
  }

  @ParameterizedTest
  @CsvSource({
    "ann@b\u00fccher.example,ann@xn--bcher-kva.example",
    "ann@B\u00dcCHER.example,ann@xn--bcher-kva.example",
    "ann@\u4f8b\u3048.\u30c6\u30b9\u30c8,ann@xn--r8jz45g.xn--zckzah",
    "ann@xn--bcher-kva.example,ann@xn--bcher-kva.example"
  })
  void encodesRecipientDomainAsPunycode(String to, String expected) throws Exception {
    send(to, "subject", "text").expect(200);
    assertEquals(expected, SMTP.getReceivedMessages()[0].getAllRecipients()[0].toString());
  }

  @Test
  void keepsHeaderLinesOfBodyInBody() throws Exception {
    send("guest@example.net", "subject", "Bcc: x@y.z\r\n\r\nX: y");
    MimeMessage mail = SMTP.getReceivedMessages()[0];
    assertNull(mail.getHeader("Bcc"));
    assertNull(mail.getHeader("X"));
  }

  private static Client.Reply send(String to, String subject, String body) {
    return NODE.owner("POST", "/api/proxy/email/send")
        .json(JsonObject.of("to", to, "subject", subject, "body", body))
        .send();
  }
}
