package dev.gatehouse.areas.notifications;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.notifications.mail.Await;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Both hire forms, with emails written as files. */
class HireTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("OWNER_EMAIL=owner@example.org HIRE_MAILS_PER_HOUR=100").behindProxy();

  /** Every test uses a separate address with an unused limit. */
  private String address;

  private static int addresses;

  @BeforeEach
  void newAddress() {
    addresses++;
    address = "203.0.113." + addresses;
  }

  @Test
  void storesMailsAndListsTheForm() {
    Client.Reply reply =
        hire(form().put("name", "Ada Lovelace").put("hourlyRate", 95.5)).expect(200);
    assertTrue(reply.json().getBoolean("success"));

    Await.until("the mail", () -> mails().stream().anyMatch(mail -> mail.contains("Ada Lovelace")));
    String mail =
        mails().stream().filter(text -> text.contains("Ada Lovelace")).findFirst().orElseThrow();
    assertTrue(mail.contains("To: owner@example.org\r\n"), mail);
    assertTrue(mail.contains("Reply-To: ada@example.net\r\n"), mail);
    assertTrue(mail.contains("Subject: Hire request from Ada Lovelace\r\n"), mail);
    assertTrue(mail.contains("Hourly rate: 95.5"), mail);

    JsonObject listed = list().getJsonArray("submissions").getJsonObject(0);
    assertEquals("Ada Lovelace", listed.getString("name"));
    assertEquals(95.5, listed.getDouble("hourlyRate"));
  }

  /** The subject may be longer than a line of an email. */
  @Test
  void setsStatesAndRepliesOnce() {
    hire(form().put("name", "Grace")).expect(200);
    JsonObject stored = list().getJsonArray("submissions").getJsonObject(0);
    assertEquals("new", stored.getString("state"));
    String path = "/api/proxy/hire/" + stored.getString("_id");
    JsonObject reply = JsonObject.of("text", "Can we talk on Monday?\nYours");
    for (int times = 0; times < 2; times++) {
      JsonObject answered = NODE.owner("POST", path + "/reply").json(reply).answer();
      assertEquals("answered", answered.getString("state"), answered::encode);
      assertEquals(reply.getString("text"), answered.getString("reply"));
      assertTrue(answered.getString("repliedAt").endsWith("Z"));
    }
    Await.until("the reply", () -> !replies().isEmpty());
    assertTrue(replies().getFirst().contains("Reply-To: owner@example.org\r\n"));
    assertTrue(replies().getFirst().contains("To: ada@example.net\r\n"));

    JsonObject won = JsonObject.of("state", "won");
    assertEquals("won", NODE.owner("PUT", path).json(won).answer().getString("state"));
    NODE.owner("POST", path + "/reply").json(reply.copy().put("text", "Thanks")).send();
    assertEquals(1, list("?state=won").getJsonArray("submissions").size());
    assertEquals(1, list("?state=won").getJsonObject("pagination").getInteger("total"));
    Await.until("the second reply", () -> replies().size() == 2);

    String unknown = "/api/proxy/hire/" + "0".repeat(24);
    NODE.owner("PUT", unknown).json(won).expect(404);
    NODE.owner("POST", unknown + "/reply").json(reply).expect(404);
    NODE.owner("PUT", path).json(JsonObject.of("state", "maybe")).expect(400);
    NODE.request("PUT", path).json(won).expect(401);
    legacy(JsonObject.of("subject", "s", "body", "b"));
    String old = list().getJsonArray("submissions").getJsonObject(0).getString("_id");
    NODE.owner("POST", "/api/proxy/hire/" + old + "/reply").json(reply).expect(400);
  }

  private static List<String> replies() {
    return mails().stream().filter(mail -> mail.contains("Subject: Your request")).toList();
  }

  private static JsonObject list(String query) {
    return NODE.owner("GET", "/api/proxy/hire" + query).answer();
  }

  @Test
  void acceptsTheOldForm() {
    String subject = "Old form " + "x".repeat(1_000);
    legacy(JsonObject.of("subject", subject, "body", "Hello")).expect(200);
    Await.until("the mail", () -> mails().stream().anyMatch(mail -> mail.contains("Old form")));
  }

  @Test
  void keepsHoneypotSubmissionsAsSpam() {
    long before = list().getJsonObject("pagination").getLong("total");
    Client.Reply human = hire(form());
    Client.Reply machine = hire(form().put("website", "https://spam.example"));
    assertEquals(human.text(), machine.text());
    machine.expect(200);
    assertEquals(before + 1, list().getJsonObject("pagination").getLong("total"));
    JsonArray spam = list("?state=spam").getJsonArray("submissions");
    assertEquals(1, spam.size());
    JsonObject marked = spam.getJsonObject(0);
    assertTrue(marked.getJsonArray("signals").contains("honeypot"), marked::encode);
    machineIsHuman(marked).expect(200);
    assertEquals(before + 2, list().getJsonObject("pagination").getLong("total"));
  }

  private static Client.Reply machineIsHuman(JsonObject form) {
    JsonObject state = JsonObject.of("state", "new");
    return NODE.owner("PUT", "/api/proxy/hire/" + form.getString("_id")).json(state).send();
  }

  @Test
  void deletesOneAndManyForms() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      hire(form()).expect(200);
      ids.add(list().getJsonArray("submissions").getJsonObject(0).getString("_id"));
    }
    String path = "/api/proxy/hire/" + ids.getFirst();
    NODE.owner("DELETE", path).expect(200);
    NODE.owner("DELETE", path).expect(404);
    JsonObject all = JsonObject.of("ids", new JsonArray(ids).add(ids.getLast()));
    JsonObject states = all.copy().put("state", "lost");
    JsonObject lost = NODE.owner("POST", "/api/proxy/hire/states").json(states).answer();
    assertEquals(2, lost.getInteger("changed"), lost::encode);
    assertEquals(2, list("?state=lost").getJsonObject("pagination").getInteger("total"));
    JsonObject gone = NODE.owner("POST", "/api/proxy/hire/deletions").json(all).answer();
    assertEquals(2, gone.getInteger("changed"), gone::encode);
    assertEquals(new JsonArray(ids.subList(0, 1)), gone.getJsonArray("missing"));
    assertEquals(0, list("?state=lost").getJsonObject("pagination").getInteger("total"));
  }

  @Test
  void limitsBothFormsToThreePerHour() {
    hire(new JsonObject()).expect(400);
    post("/api/proxy/hire").body("text/plain", new byte[] {1}).expect(415);
    legacy(JsonObject.of("subject", "s", "body", "b")).expect(200);
    long wait = Long.parseLong(hire(form()).expect(429).header("Retry-After"));
    assertTrue(wait > 3_500 && wait <= 3_600, "Retry-After " + wait);
    legacy(JsonObject.of("subject", "s", "body", "b")).expect(429);

    newAddress();
    hire(form()).expect(200);
  }

  private static JsonObject form() {
    return Samples.hire("Ada", "ada@example.net", "An engine.\nAnalytical.")
        .put("budget", "hourly");
  }

  private Client.Request post(String path) {
    return NODE.request("POST", path).header("X-Forwarded-For", address);
  }

  private Client.Reply hire(JsonObject form) {
    return post("/api/proxy/hire").json(form).send();
  }

  private Client.Reply legacy(JsonObject form) {
    return post("/api/proxy/hire/send").json(form).send();
  }

  private static JsonObject list() {
    return NODE.owner("GET", "/api/proxy/hire").expect(200).json();
  }

  private static List<String> mails() {
    return new Mails(NODE).all();
  }
}
