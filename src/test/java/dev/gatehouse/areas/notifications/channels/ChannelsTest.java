package dev.gatehouse.areas.notifications.channels;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.notifications.channels.ChannelSettings.ChannelUrl;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Notifications through channels, their retries, and the owner's preferences. */
class ChannelsTest {
  private static final String NOTIFICATIONS = "/api/proxy/notifications";
  private static final String MESSAGES = NOTIFICATIONS + "/messages";
  private static final String PREFERENCES = NOTIFICATIONS + "/preferences";
  private static final BlockingQueue<Received> RECEIVED = new LinkedBlockingQueue<>();
  private static final HttpServer SERVER = serve();

  private static volatile int status = 200;
  private static volatile String reply = "";

  /** What happens to the next message for the webhook, after it was received. */
  private static volatile Fault fault = Fault.NONE;

  private static volatile CountDownLatch late = new CountDownLatch(1);

  private enum Fault {
    NONE,
    LATE,
    LOST
  }

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("CHANNELS_NTFY_URL", url("/ntfy/my-topic"))
          .with("CHANNELS_NTFY_TOKEN", "tk_secret")
          .with("CHANNELS_TELEGRAM_URL", url("/telegram"))
          .with("CHANNELS_TELEGRAM_TOKEN=1:secret CHANNELS_TELEGRAM_CHAT=42")
          .with("CHANNELS_DISCORD_URL", url("/discord/1/secret"))
          .with("CHANNELS_WEBHOOK_URL", url("/hook"))
          .with("CHANNELS_WEBHOOK_SECRET", "the secret");

  /** A request of a channel. */
  private record Received(
      String path, JsonObject body, String raw, String auth, String id, String signature) {
    static Received of(HttpExchange exchange) throws IOException {
      String raw = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var headers = exchange.getRequestHeaders();
      return new Received(
          exchange.getRequestURI().getPath(),
          new JsonObject(raw),
          raw,
          headers.getFirst("Authorization"),
          headers.getFirst("X-Gatehouse-Delivery"),
          headers.getFirst("X-Gatehouse-Signature"));
    }
  }

  private static HttpServer serve() {
    return LoopbackServer.start(exchange -> {
      Received received = Received.of(exchange);
      RECEIVED.add(received);
      answer(exchange, received.path().equals("/hook") ? fault : Fault.NONE);
    });
  }

  private static void answer(HttpExchange exchange, Fault fault) throws IOException {
    if (fault == Fault.LATE) {
      Waiting.on(late);
    }
    if (fault != Fault.LOST) {
      byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  private static String url(String path) {
    return LoopbackServer.url(SERVER) + path;
  }

  /** Accepts all messages, and forgets those of earlier tests once they are delivered. */
  @BeforeEach
  void accept() throws Exception {
    status = 200;
    reply = "";
    fault = Fault.NONE;
    Waiting.until(() -> {
      boolean delivered =
          channels().stream().allMatch(channel -> channel.getInteger("waiting") == 0);
      if (!delivered) {
        NODE.clock.advance(Duration.ofMinutes(1));
      }
      return delivered;
    });
    RECEIVED.clear();
  }

  private static JsonObject send(String title) {
    return NODE.notification(title, "two files").answer();
  }

  private static JsonObject prefer(JsonObject changes) {
    return NODE.owner("PUT", PREFERENCES).json(changes).expect(200).json();
  }

  private static Received next() throws InterruptedException {
    Received next = RECEIVED.poll(1, TimeUnit.MINUTES);
    assertNotNull(next, "no message arrived");
    return next;
  }

  @Test
  void deliversToEveryChannel() throws Exception {
    send("Backup complete");
    Map<String, Received> all = new TreeMap<>();
    while (all.size() < 4) {
      Received next = next();
      all.put(next.path(), next);
    }
    Received ntfy = all.get("/ntfy");
    assertEquals("my-topic", ntfy.body().getString("topic"));
    assertEquals("Backup complete", ntfy.body().getString("title"));
    assertEquals("Bearer tk_secret", ntfy.auth());
    JsonObject chat = all.get("/telegram/bot1:secret/sendMessage").body();
    assertEquals(
        "42 Backup complete\ntwo files", chat.getString("chat_id") + ' ' + chat.getString("text"));
    JsonObject discord = all.get("/discord/1/secret").body();
    assertEquals(new JsonArray(), discord.getJsonObject("allowed_mentions").getJsonArray("parse"));
    Received hook = all.get("/hook");
    assertEquals(hook.body().getString("id"), hook.id());
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("the secret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] signed = mac.doFinal(hook.raw().getBytes(StandardCharsets.UTF_8));
    assertEquals("sha256=" + HexFormat.of().formatHex(signed), hook.signature());
  }

  @Test
  void retriesUntilAccepted() throws Exception {
    status = 404;
    send("Disk full");
    String id = hook().id();
    Waiting.until(() -> channel("webhook").getString("error") != null);
    assertEquals("the channel replied with status 404", channel("webhook").getString("error"));
    status = 200;
    NODE.clock.advance(Duration.ofSeconds(11));
    assertEquals(id, hook().id());
    Waiting.until(() -> channel("webhook").getInteger("waiting") == 0);
    assertNotNull(channel("webhook").getString("sentAt"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: chat not found\"} | Bad"
            + " Request: chat not found",
        "{\"message\": \"Unknown Webhook\", \"code\": 10015} | Unknown Webhook",
        "{\"code\":40301,\"http\":403,\"error\":\"forbidden\",\"link\":\"x\"} | forbidden",
        "{\"error\":\"Bad Request\",\"errorDescription\":\"title is too long\"} | title is too"
            + " long",
        "no_text | no_text",
        "<html><body>nginx</body></html> | ''",
      })
  void showsReasonOfTheService(String text, String reason) throws Exception {
    status = 400;
    reply = text;
    String message =
        NODE.owner("POST", NOTIFICATIONS + "/channels/telegram/test").answer().getString("message");

    assertEquals(
        "the channel replied with status 400" + (reason.isEmpty() ? "" : ": " + reason), message);
  }

  @ParameterizedTest
  @CsvSource({"a, 10000", "漢, 2000", "\", 10000", "😀, 3000", "a, 4096"})
  void cutsTextsForNtfy(String letter, int count) throws Exception {
    NODE.notification("Long", letter.repeat(count)).send();
    Received ntfy = next();
    while (!ntfy.path().equals("/ntfy")) {
      ntfy = next();
    }
    String message = ntfy.body().getString("message");
    assertTrue(message.getBytes(StandardCharsets.UTF_8).length <= 4_096);
    assertTrue(ntfy.raw().getBytes(StandardCharsets.UTF_8).length <= 8_192);
    assertTrue(
        message.equals(letter.repeat(count)) || message.matches("(?:" + letter + ")+…"), message);
  }

  @Test
  void sendsUserOfTheAddress() {
    ChannelUrl url = ChannelUrl.of("https://ada:p%40w@push.example.org/home?x=a@b");
    assertEquals("https://push.example.org/home?x=a@b", url.url());
    assertEquals(
        Optional.of(
            "Basic "
                + Base64.getEncoder().encodeToString("ada:p@w".getBytes(StandardCharsets.UTF_8))),
        url.login());
    assertEquals(Optional.empty(), ChannelUrl.of("https://push.example.org/a@b").login());
  }

  private static Received hook() throws InterruptedException {
    Received next = next();
    return next.path().equals("/hook") ? next : hook();
  }

  private static List<JsonObject> channels() {
    return NODE.owner("GET", NOTIFICATIONS + "/channels").send().list("channels");
  }

  private static JsonObject channel(String name) {
    JsonObject all = NODE.owner("GET", NOTIFICATIONS + "/channels").answer();
    return Samples.one(all.getJsonArray("channels"), "name", name);
  }

  @Test
  void delaysNoOtherChannelThanTheOneThatHangs() throws Exception {
    late = new CountDownLatch(1);
    fault = Fault.LATE;
    send("First");
    send("Second");
    Set<String> others = new TreeSet<>();
    while (others.size() < 6) {
      Received next = next();
      if (!next.path().equals("/hook")) {
        others.add(next.path() + next.raw().contains("First"));
      }
    }
    assertTrue(channel("webhook").getInteger("waiting") > 0);
    fault = Fault.NONE;
    late.countDown();
    while (!hook().raw().contains("Second")) {
      assertTrue(channel("webhook").getBoolean("on"));
    }
    Waiting.until(() -> channel("webhook").getInteger("waiting") == 0);
  }

  @Test
  void repeatsAMessageWhoseReplyIsLost() throws Exception {
    fault = Fault.LOST;
    send("Lost");
    String id = hook().id();
    Waiting.until(() -> channel("webhook").getString("error") != null);
    fault = Fault.NONE;
    RECEIVED.clear();
    NODE.clock.advance(Duration.ofSeconds(11));
    assertEquals(id, hook().id());
    Waiting.until(() -> channel("webhook").getInteger("waiting") == 0);
  }

  @Test
  void deliversThirtyAtOnceOnceEach() throws Exception {
    Concurrently.times(30, i -> send("at once " + i));
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < 4 * 30; i++) {
      counts.merge(next().path(), 1, Integer::sum);
    }
    assertEquals(4, counts.size(), counts::toString);
    assertEquals(Set.of(30), Set.copyOf(counts.values()), counts::toString);
    Waiting.until(() -> channel("webhook").getInteger("waiting") == 0);
    assertNull(RECEIVED.peek());
  }

  @Test
  void retriesAndDiscardsUndeliveredMessages() throws Exception {
    status = 404;
    send("Retried");
    send("Discarded");
    for (int attempt = 1; attempt < 11; attempt++) {
      int tried = attempt;
      Waiting.until(
          () -> listed("waiting").filter(one -> one.getInteger("attempts") == tried).count() == 2);
      NODE.clock.advance(Duration.ofHours(1));
    }
    Waiting.until(() -> listed("dead").count() == 2);
    assertEquals("webhook", listed("dead").findFirst().orElseThrow().getString("channel"));
    status = 200;
    RECEIVED.clear();
    NODE.clock.advance(Duration.ofMinutes(1));
    NODE.owner("POST", message("dead", "Retried") + "/retry").expect(200);
    assertTrue(hook().raw().contains("Retried"));
    String discarded = message("dead", "Discarded");
    NODE.owner("DELETE", MESSAGES + "/" + "0".repeat(24)).expect(404);
    NODE.owner("DELETE", discarded).expect(200);
    NODE.owner("DELETE", discarded).expect(404);
    NODE.owner("POST", discarded + "/retry").expect(404);
    assertEquals(0, channel("webhook").getInteger("dead"));
    for (String name : List.of("discord", "ntfy", "telegram")) {
      NODE.owner("GET", MESSAGES + "?channel=" + name).send().list("messages").stream()
          .forEach(one -> NODE.owner("DELETE", MESSAGES + "/" + one.getString("_id")).send());
    }
  }

  private static Stream<JsonObject> listed(String state) {
    String path = MESSAGES + "?channel=webhook&state=" + state;
    return NODE.owner("GET", path).send().list("messages").stream();
  }

  private static String message(String state, String title) {
    return listed(state)
        .filter(one -> one.getString("title").equals(title))
        .map(one -> MESSAGES + "/" + one.getString("_id"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void storesNotificationsOfMutedSourcesOnly() {
    JsonObject muted = prefer(JsonObject.of("muted", JsonArray.of("owner", "owner")));
    assertEquals(JsonArray.of("owner"), muted.getJsonArray("muted"));
    JsonObject sent = send("Silent");
    assertEquals("stored; the source is muted", sent.getString("message"));
    assertFalse(sent.getJsonObject("data").getBoolean("emailSent"));
    assertEquals(0, channel("webhook").getInteger("waiting"));
    assertTrue(NODE.owner("GET", NOTIFICATIONS + "?source=owner").send().text().contains("Silent"));
    assertFalse(NODE.owner("GET", NOTIFICATIONS + "?source=bot").send().text().contains("Silent"));
    prefer(JsonObject.of("muted", new JsonArray()));
  }

  @Test
  void countsUnreadNotifications() {
    send("Unread");
    JsonObject before = NODE.owner("GET", PREFERENCES).answer();
    assertTrue(before.getInteger("unread") > 0, before::encode);
    NODE.clock.advance(Duration.ofSeconds(1));
    String ahead = NODE.clock.instant().plus(Duration.ofDays(10_000)).toString();
    assertEquals(0, prefer(JsonObject.of("readUntil", ahead)).getInteger("unread"));
    NODE.clock.advance(Duration.ofSeconds(1));
    send("After that");
    assertEquals(1, prefer(new JsonObject()).getInteger("unread"));
    NODE.owner("PUT", PREFERENCES).json(JsonObject.of("muted", 1)).expect(400);
  }

  @Test
  void testsAChannel() {
    assertTrue(test("ntfy").json().getBoolean("success"));
    status = 403;
    JsonObject refused = test("ntfy").json();
    assertFalse(refused.getBoolean("success"));
    assertEquals("the channel replied with status 403", refused.getString("message"));
    test("pager").expect(404);
    test("NO").expect(400);
  }

  private static Client.Reply test(String name) {
    return NODE.owner("POST", NOTIFICATIONS + "/channels/" + name + "/test").send();
  }

  @Test
  void hidesAddressesThatAreSecrets() {
    String token = NODE.token(TestNode.CODE);
    String settings = NODE.request("GET", "/api/proxy/node/settings").token(token).send().text();
    assertTrue(settings.contains("channels.discordUrl"), settings);
    assertFalse(settings.contains("/discord/1/secret"));
    assertFalse(settings.contains("/ntfy/my-topic"));
  }
}
