package dev.gatehouse.areas.notifications.mail;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp.Mode;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors for callers and the owner when a mail server misbehaves. */
class MailFaultsTest {
  private static final ScriptedSmtp SMTP = new ScriptedSmtp();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("SMTP_URL", "smtp://127.0.0.1:" + SMTP.port())
          .with("SMTP_TIMEOUT=5s OWNER_EMAIL=owner@example.org");

  @BeforeEach
  void wellBehaved() {
    SMTP.behave(Mode.ACCEPT);
  }

  @ParameterizedTest
  @CsvSource({
    "REFUSE_RECIPIENT,mail_rejected,the SMTP server rejected the recipient: 550",
    "TRY_LATER,mail_rejected,the SMTP server rejected the recipient: 450",
    "CLOSE_AFTER_DATA,mail_unreachable,unknown outcome: the SMTP server did not confirm the email",
    "CLOSE_IN_DATA,mail_unreachable,unknown outcome: the SMTP server did not confirm the email",
    "SILENT,mail_unreachable,unknown outcome: the SMTP server did not confirm the email",
    "RESET,mail_unreachable,unknown outcome: the SMTP server did not confirm the email"
  })
  void reportsSmtpFailureOfSendEmail(Mode mode, String code, String error) {
    SMTP.behave(mode);
    JsonObject letter = JsonObject.of("to", "a@b.example", "subject", "s", "body", "b");
    Client.Reply reply = NODE.owner("POST", "/api/proxy/email/send").json(letter).send();
    assertEquals(error, reply.expect(502, code).error());
  }

  @Test
  void storesNotificationWithErrorWhenMailFails() {
    SMTP.behave(Mode.TRY_LATER);
    JsonObject data = NODE.notification("t", "b").expect(200).json().getJsonObject("data");
    assertFalse(data.getBoolean("emailSent"));
    assertEquals("the SMTP server rejected the recipient: 450", data.getString("emailError"));
    JsonObject listed =
        Samples.at(
            NODE.owner("GET", "/api/proxy/notifications?limit=1").answer(),
            "/data/notifications/0");
    assertEquals(data.getString("id"), listed.getString("_id"));
    assertEquals(data.getString("emailError"), listed.getString("emailError"));
  }

  @Test
  void marksRejectedMailDeadUntilOwnerRetries() {
    SMTP.behave(Mode.REFUSE_RECIPIENT);
    hire("wish");
    Await.until("death", () -> mail("dead") != null);
    SMTP.behave(Mode.ACCEPT);
    JsonObject dead = mail("dead");
    assertEquals(1, dead.getInteger("attempts"));
    assertEquals("the SMTP server rejected the recipient: 550", dead.getString("error"));
    retry(dead.getString("_id")).expect(200);
    assertEquals(404, retry(dead.getString("_id")).status(), "it is not dead any more");
    Await.until("acceptance", () -> mail("sent") != null);
    long arrived = SMTP.letters().stream().filter(letter -> letter.contains("wish")).count();
    assertEquals(1, arrived);
  }

  /** The owner hears of an outage before the last attempt, and ends the wait after it. */
  @Test
  void reportsDelayedMailUntilItIsFlushed() {
    SMTP.behave(Mode.RESET);
    hire("outage");
    Await.until("a failed attempt", () -> mail("delayed", "outage") != null);
    String error = mail("delayed", "outage").getString("error");
    assertEquals("unknown outcome: the SMTP server did not confirm the email", error);
    assertEquals("up", health());
    NODE.clock.advance(Duration.ofMinutes(11));
    Await.until("the outage in the health", () -> health().contains(error));
    SMTP.behave(Mode.ACCEPT);
    // An attempt that is under way fails later, and its email then waits for the next flush.
    Await.until("the end of the outage", () -> flush() && health().equals("up"));
    Await.until("the delivery", () -> flush() && mail("sent", "outage") != null);
  }

  private static void hire(String subject) {
    JsonObject form = JsonObject.of("subject", subject, "body", "text");
    NODE.request("POST", "/api/proxy/hire/send").json(form).expect(200);
  }

  private static boolean flush() {
    return NODE.owner("POST", "/api/proxy/email/outbox/flush").send().status() == 200;
  }

  /** Returns the fault of the node's component "mail", or "up". */
  private static String health() {
    Client.Reply reply = NODE.owner("GET", "/api/proxy/node/health").send();
    JsonObject node = reply.json().getJsonArray("nodes").getJsonObject(0);
    JsonObject part = Samples.one(node.getJsonArray("parts"), "name", "mail");
    return part.getBoolean("up") ? "up" : part.getString("trouble");
  }

  private static JsonObject mail(String state) {
    return mail(state, "wish");
  }

  private static JsonObject mail(String state, String subject) {
    return NODE
        .owner("GET", "/api/proxy/email/outbox?limit=200&state=" + state)
        .expect(200)
        .list("mails")
        .stream()
        .filter(mail -> mail.getString("subject").contains(subject))
        .findFirst()
        .orElse(null);
  }

  private static Client.Reply retry(String id) {
    return NODE.owner("POST", "/api/proxy/email/outbox/" + id + "/retry").send();
  }
}
