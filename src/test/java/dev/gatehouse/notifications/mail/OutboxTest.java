package dev.gatehouse.notifications.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.notifications.mail.ScriptedSmtp.Mode;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Promised mail against a server that misbehaves. */
class OutboxTest {
  private static final ScriptedSmtp SMTP = new ScriptedSmtp();
  private static final AtomicInteger NUMBER = new AtomicInteger();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("SMTP_URL", "smtp://127.0.0.1:" + SMTP.port())
          .with("SMTP_TIMEOUT", "1s")
          .with("MAIL_MAX_ATTEMPTS", "3")
          .with("SECURITY_TRUSTED_PROXIES", "127.0.0.0/8")
          .with("OWNER_EMAIL", "owner@example.org");

  @AfterAll
  static void stop() throws IOException {
    SMTP.close();
  }

  @BeforeEach
  void wellBehaved() {
    SMTP.behave(Mode.ACCEPT);
  }

  @ParameterizedTest
  @CsvSource({
    "REFUSE_RECIPIENT,the SMTP server refused the mail: 550",
    "TRY_LATER,the SMTP server refused the mail: 450",
    "CLOSE_AFTER_DATA,the SMTP server did not say whether it took the mail",
    "CLOSE_IN_DATA,the SMTP server did not say whether it took the mail",
    "SILENT,the SMTP server did not say whether it took the mail"
  })
  void sendEmailTellsTheTruth(Mode mode, String error) {
    SMTP.behave(mode);
    Client.Reply reply =
        NODE.client()
            .request("POST", "/api/proxy/email/send")
            .key(TestNode.KEY)
            .json(new JsonObject().put("to", "a@b.example").put("subject", "s").put("body", "b"))
            .send();
    assertEquals(502, reply.status());
    assertEquals(error, reply.error());
  }

  @Test
  void aNotificationWhoseMailFailsIsKeptAndSaysSo() {
    SMTP.behave(Mode.TRY_LATER);
    Client.Reply reply =
        NODE.client()
            .request("POST", "/api/proxy/notify")
            .key(TestNode.KEY)
            .json(new JsonObject().put("title", "t").put("body", "b"))
            .send();
    assertEquals(200, reply.status());
    JsonObject data = reply.json().getJsonObject("data");
    assertFalse(data.getBoolean("emailSent"));
    assertEquals("the SMTP server refused the mail: 450", data.getString("emailError"));
    JsonObject listed =
        NODE.client()
            .request("GET", "/api/proxy/notifications?limit=1")
            .key(TestNode.KEY)
            .send()
            .json()
            .getJsonObject("data")
            .getJsonArray("notifications")
            .getJsonObject(0);
    assertEquals(data.getString("id"), listed.getString("_id"));
    assertEquals(data.getString("emailError"), listed.getString("emailError"));
  }

  @ParameterizedTest
  @CsvSource({"TRY_LATER,1", "CLOSE_AFTER_DATA,2", "CLOSE_IN_DATA,1", "SILENT,1"})
  void isSentAgainUnderTheSameIdUntilAccepted(Mode mode, int arrivals) {
    SMTP.behave(mode);
    String subject = hire();
    Await.until("a failed attempt", () -> mail("waiting", subject, 1) != null);
    SMTP.behave(Mode.ACCEPT);
    NODE.clock.advance(Duration.ofSeconds(15));
    Await.until("acceptance", () -> mail("sent", subject, 2) != null);

    List<String> arrived = arrived(subject);
    assertEquals(arrivals, arrived.size());
    assertEquals(1, arrived.stream().map(OutboxTest::messageId).distinct().count());
    assertEquals(1, arrived.stream().distinct().count(), "the very same letter");
  }

  @Test
  void aRefusedMailIsKeptAsDeadAndTriedAgainOnlyByTheOwner() {
    SMTP.behave(Mode.REFUSE_RECIPIENT);
    String subject = hire();
    Await.until("death", () -> mail("dead", subject, 1) != null);
    SMTP.behave(Mode.ACCEPT);
    JsonObject dead = mail("dead", subject, 1);
    assertEquals("the SMTP server refused the mail: 550", dead.getString("error"));
    assertEquals(200, retry(dead.getString("_id")).status());
    assertEquals(404, retry(dead.getString("_id")).status(), "it is not dead any more");
    Await.until("acceptance", () -> mail("sent", subject, 1) != null);
    assertEquals(1, arrived(subject).size());
  }

  @Test
  void aMailThatFailsTooOftenIsDead() {
    SMTP.behave(Mode.TRY_LATER);
    String subject = hire();
    for (int attempt = 1; attempt <= 2; attempt++) {
      int so = attempt;
      Await.until("attempt " + attempt, () -> mail("waiting", subject, so) != null);
      NODE.clock.advance(Duration.ofHours(1));
    }
    Await.until("death", () -> mail("dead", subject, 3) != null);
  }

  @Test
  void pausesDoubleUpToAnHour() {
    assertEquals(Duration.ofSeconds(10), Outbox.pause(1));
    assertEquals(Duration.ofSeconds(20), Outbox.pause(2));
    assertEquals(Duration.ofSeconds(2560), Outbox.pause(9));
    assertEquals(Duration.ofHours(1), Outbox.pause(10));
    assertEquals(Duration.ofHours(1), Outbox.pause(48));
  }

  @Test
  void promisesOutliveTheNode() throws IOException {
    SMTP.behave(Mode.TRY_LATER);
    String subject = hire();
    Await.until("a failed attempt", () -> mail("waiting", subject, 1) != null);
    NODE.restart();
    assertFalse(arrived(subject).size() > 0);
    SMTP.behave(Mode.ACCEPT);
    NODE.clock.advance(Duration.ofSeconds(15));
    Await.until("acceptance", () -> mail("sent", subject, 2) != null);
    assertEquals(1, arrived(subject).size());
  }

  /** Promises a mail and says by which subject it is known. */
  private static String hire() {
    int number = NUMBER.incrementAndGet();
    String subject = "wish-" + number + "-";
    Client.Reply reply =
        NODE.client()
            .request("POST", "/api/proxy/hire/send")
            .header("X-Forwarded-For", "198.51.100." + number)
            .json(new JsonObject().put("subject", subject).put("body", "text"))
            .send();
    assertEquals(200, reply.status(), reply.text());
    return subject;
  }

  private static JsonObject mail(String state, String subject, int attempts) {
    Client.Reply reply =
        NODE.client()
            .request("GET", "/api/proxy/email/outbox?limit=200&state=" + state)
            .key(TestNode.KEY)
            .send();
    assertTrue(reply.status() == 200, reply.text());
    return reply.json().getJsonArray("mails").stream()
        .map(JsonObject.class::cast)
        .filter(mail -> mail.getString("subject").contains(subject))
        .filter(mail -> mail.getInteger("attempts") == attempts)
        .findFirst()
        .orElse(null);
  }

  private static Client.Reply retry(String id) {
    return NODE.client()
        .request("POST", "/api/proxy/email/outbox/" + id + "/retry")
        .key(TestNode.KEY)
        .send();
  }

  private static List<String> arrived(String subject) {
    return SMTP.letters().stream().filter(letter -> letter.contains(subject)).toList();
  }

  private static String messageId(String letter) {
    return letter.lines().filter(line -> line.startsWith("Message-ID:")).findFirst().orElseThrow();
  }
}
