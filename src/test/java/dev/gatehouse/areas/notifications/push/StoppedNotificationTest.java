package dev.gatehouse.areas.notifications.push;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp;
import dev.gatehouse.areas.notifications.mail.ScriptedSmtp.Mode;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Notifications whose node stops after it has stored them. */
@Tag("slow")
class StoppedNotificationTest {
  private static final Duration LATER = Duration.ofMinutes(3);
  private static final String QUEUE = "/api/proxy/node/jobs/notifications.queueMessages/run";
  private static final ScriptedSmtp SMTP = new ScriptedSmtp();
  private static final PushService SERVICE = new PushService();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("SMTP_URL", "smtp://127.0.0.1:" + SMTP.port())
          .with("OWNER_EMAIL=owner@example.org PUSH_PRIVATE_NETWORKS=true")
          .with("DRAIN_TIMEOUT=500ms");

  @RegisterExtension final PushCaller caller = new PushCaller(NODE, SERVICE);

  @BeforeEach
  void accept() {
    SMTP.behave(Mode.ACCEPT);
    SMTP.letters().clear();
  }

  @Test
  void sendsEmailAndPushAfterTheNextStart() throws Exception {
    PushSubscriber browser = PushSubscriber.fresh();
    caller.subscribe(browser, SERVICE.endpoint("never-201", "reader"));
    SMTP.behave(Mode.SILENT);
    Thread request = Thread.ofVirtual().start(() -> attempt("Disk full"));
    Waiting.until(() -> SERVICE.messages().size() == 1 && SMTP.ignored() > 0);
    String id = stored("Disk full").getString("_id");
    NODE.afterStop(() -> SMTP.behave(Mode.ACCEPT));
    request.join();
    assertEquals(List.of(), emails("Disk full"));
    NODE.clock.advance(LATER);
    Waiting.until(() -> emails("Disk full").size() == 1 && SERVICE.messages().size() == 2);
    String email = emails("Disk full").getFirst();
    assertTrue(email.contains("<" + id + "@"), email);
    assertEquals(
        id, new JsonObject(browser.open(SERVICE.messages().getLast().body())).getString("id"));
    queue();
    assertEquals(1, emails("Disk full").size());
    assertEquals(2, SERVICE.messages().size());
  }

  @Test
  void sendsNothingAgainThatWasSent() throws Exception {
    caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("201", "reader"));
    assertTrue(caller.notify("Backup complete", "b").getBoolean("emailSent"));
    queue();
    assertEquals(1, emails("Backup complete").size());
    assertEquals(1, SERVICE.messages().size());
  }

  @Test
  void sendsEmailOnceTheMailServerIsBack() throws Exception {
    SMTP.behave(Mode.TRY_LATER);
    JsonObject data = caller.notify("Door open", "b");
    assertEquals("the SMTP server rejected the recipient: 450", data.getString("emailError"));
    SMTP.behave(Mode.ACCEPT);
    queue();
    Waiting.until(() -> emails("Door open").size() == 1);
  }

  @Test
  void retriesPushWhileTheServiceFails() throws Exception {
    caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("never-500-500-201", "reader"));
    Thread request = Thread.ofVirtual().start(() -> attempt("Battery low"));
    Waiting.until(() -> SERVICE.messages().size() == 1);
    NODE.restart();
    request.join();
    NODE.clock.advance(LATER);
    // An attempt sends a message twice.
    Waiting.until(() -> SERVICE.messages().size() == 3);
    Waiting.until(() -> messages().contains("127.0.0.1 answered 500"));
    NODE.clock.advance(Duration.ofSeconds(11));
    Waiting.until(() -> SERVICE.messages().size() == 4 && !messages().contains("Battery low"));
  }

  private static List<String> emails(String title) {
    return SMTP.letters().stream()
        .filter(letter -> letter.contains("Subject: " + title + '\n'))
        .toList();
  }

  private static String messages() {
    return NODE.owner("GET", "/api/proxy/notifications/messages?state=waiting&channel=push")
        .send()
        .text();
  }

  /** Sends a notification whose node stops before or while it replies. */
  private static void attempt(String title) {
    try {
      NODE.notification(title, "b").send();
    } catch (RuntimeException closed) {
      // The connection has ended.
    }
  }

  private static JsonObject stored(String title) {
    JsonObject data = NODE.owner("GET", "/api/proxy/notifications").answer().getJsonObject("data");
    return Samples.one(data.getJsonArray("notifications"), "title", title);
  }

  /** Runs the job that queues what is left, and waits until nothing waits. */
  private static void queue() throws Exception {
    NODE.clock.advance(LATER);
    Client.Reply ran = NODE.owner("POST", QUEUE).send();
    assertEquals(200, ran.status(), ran.text());
    Waiting.until(() ->
        NODE.owner("GET", "/api/proxy/email/outbox?state=waiting")
                .answer()
                .getJsonArray("mails")
                .isEmpty()
            && !messages().contains("_id"));
  }
}
