package dev.gatehouse.areas.notifications;

import static org.junit.jupiter.api.Assertions.*;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The notify operation and the list. */
class NotificationsModuleTest {
  private static final GreenMail SMTP = start();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("SMTP_URL", "smtp://127.0.0.1:" + SMTP.getSmtp().getPort())
          .with("OWNER_EMAIL", "owner@example.org");

  private static GreenMail start() {
    var server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
    return server;
  }

  @Test
  void storesMailsAndListsNotifications() throws Exception {
    JsonObject data = notify("Disk full", "on /var\nnow").expect(200).json().getJsonObject("data");
    assertTrue(data.getBoolean("emailSent"));
    assertNull(data.getString("emailError"));
    assertFalse(data.getBoolean("pushSent"));

    JsonObject listed = list("?limit=1").getJsonArray("notifications").getJsonObject(0);
    assertEquals(data.getString("id"), listed.getString("_id"));
    assertEquals("Disk full", listed.getString("title"));
    assertEquals("owner", listed.getString("source"));
    assertTrue(listed.getBoolean("emailSent"));
    var reported = new ArrayList<String>();
    for (MimeMessage mail : SMTP.getReceivedMessages()) {
      reported.add(mail.getSubject() + " to " + mail.getAllRecipients()[0]);
    }
    assertTrue(reported.contains("Disk full to owner@example.org"), reported.toString());
  }

  @Test
  void previewsEachKindOfEmailToTheOwner() {
    String path = "/api/proxy/email/previews";
    JsonObject first = NODE.owner("GET", path).answer();
    JsonArray kinds = first.getJsonArray("kinds");
    assertEquals(kinds.getString(0), first.getString("kind"));
    assertTrue(kinds.contains("hire") && kinds.contains("order-paid"), kinds::encode);
    String hire = path + "?kind=hire";
    JsonObject sample = NODE.owner("GET", hire).answer();
    assertTrue(sample.getString("html").startsWith("<!doctype html>"), sample::encode);
    assertTrue(sample.getString("text").contains("Maria Lindqvist"), sample::encode);
    String unknown = path + "?kind=letter";
    NODE.owner("GET", unknown).expect(404);
    NODE.get(path).expect(401);
  }

  @Test
  void listsSevenDaysNewestFirst() {
    NODE.clock.advance(Duration.ofDays(8));
    assertEquals(0, list("").getJsonObject("pagination").getInteger("total"));
    for (int i = 1; i <= 3; i++) {
      notify("n" + i, "b");
      NODE.clock.advance(Duration.ofSeconds(1));
    }
    JsonObject page = list("?limit=2");
    JsonArray shown = page.getJsonArray("notifications");
    assertEquals("n3", shown.getJsonObject(0).getString("title"));
    assertEquals("n2", shown.getJsonObject(1).getString("title"));
    assertEquals(
        JsonObject.of("total", 3, "limit", 2, "skip", 0, "hasMore", true),
        page.getJsonObject("pagination"));
    JsonObject rest = list("?limit=2&skip=2");
    assertEquals(1, rest.getJsonArray("notifications").size());
    assertFalse(rest.getJsonObject("pagination").getBoolean("hasMore"));
    assertEquals(0, list("?skip=99").getJsonArray("notifications").size());
  }

  /** Counted as in the specification: 500 characters, regardless of their size in memory. */
  @Test
  void countsCodePointsNotSurrogates() throws Exception {
    Client.Reply reply =
        notify("\ud83c\udfb5".repeat(500), "\ud83c\udfb5".repeat(10_000)).expect(200);
    assertTrue(reply.json().getJsonObject("data").getBoolean("emailSent"));
  }

  private static Client.Reply notify(String title, String body) {
    return NODE.notification(title, body).send();
  }

  private static Client.Reply get(String query) {
    return NODE.owner("GET", "/api/proxy/notifications" + query).send();
  }

  private static JsonObject list(String query) {
    return get(query).expect(200).json().getJsonObject("data");
  }
}
