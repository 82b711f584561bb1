package dev.gatehouse.areas.notifications.push;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.notifications.push.Subscriptions.Subscription;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Subscriptions never exceed their maximum, and visitors' subscriptions expire. */
class SharesTest {
  private static final String PATH = "/api/proxy/push/subscriptions";
  private static final int MAX = 20;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("PUSH_PRIVATE_NETWORKS", "true")
          .with("PUSH_MAX_SUBSCRIPTIONS", Integer.toString(MAX));

  @TempDir Path folder;
  private static int browsers;

  @Test
  void limitsVisitorToFiveConcurrentSubscriptions() throws Exception {
    String token = visitor();
    List<Integer> statuses = Concurrently.times(30, i -> subscribe(token).status());
    assertEquals(5, Collections.frequency(statuses, 201), statuses::toString);
    assertEquals(25, Collections.frequency(statuses, 409));
    assertEquals("a visitor has at most 5 subscriptions", subscribe(token).expect(409).error());
    long visitors = listed().stream().filter(each -> each.getString("expiresAt") != null).count();
    assertEquals(5, visitors);
    clear();
  }

  @Test
  void limitsTotalOfConcurrentSubscriptions() throws Exception {
    List<Integer> statuses = Concurrently.times(30, i -> subscribe("").status());
    assertEquals(MAX, Collections.frequency(statuses, 201));
    assertEquals(MAX, listed().size());
    JsonObject one = listed().getFirst();
    owner("DELETE", PATH + "/" + one.getString("_id")).expect(200);
    owner("DELETE", PATH + "/" + one.getString("_id")).expect(404);
    assertEquals(201, subscribe("").status(), "the place is free again");
    subscribe("").expect(409);
    clear();
  }

  @Test
  void expiresVisitorSubscriptionUnlessRenewed() {
    String token = visitor();
    JsonObject kept = browser();
    subscribe(token, kept).expect(201);
    subscribe(token).expect(201);
    subscribe("").expect(201);
    NODE.clock.advance(Duration.ofHours(12));
    assertEquals(201, subscribe(token, kept).status(), "renewed on its own place");
    assertEquals(3, listed().size());
    NODE.clock.advance(Duration.ofDays(30).minus(Duration.ofHours(6)));
    subscribe("").expect(201);
    assertEquals(3, listed().size(), "one has ended, one is new");
    NODE.clock.advance(Duration.ofDays(30));
    subscribe("").expect(201);
    assertEquals(3, listed().size());
    assertTrue(listed().stream().allMatch(each -> each.getString("expiresAt") == null));
    clear();
  }

  @Test
  void hidesEndpointsInList() {
    subscribe("").expect(201);
    Client.Reply list = owner("GET", PATH + "?limit=1");
    assertFalse(list.text().contains("secret"), list.text());
    assertEquals("127.0.0.1", listed().getFirst().getString("service"));
    assertEquals("owner", listed().getFirst().getString("subscriber"));
    assertEquals(1, list.json().getJsonObject("pagination").getInteger("limit"));
    assertEquals(403, NODE.request("GET", PATH).token(visitor()).send().status(), "no visitor");
    clear();
  }

  @Test
  void countsSubscriptionsOfEarlierRelease() {
    Instant now = Instant.parse("2026-11-22T00:00:00Z");
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      var commands = store.documents();
      List<JsonObject> old = new ArrayList<>();
      for (String subject : List.of("owner", "visitor-2026-11-20", "visitor-2026-09-01")) {
        old.add(
            JsonObject.of("_id", subject, "p256dh", "p", "auth", "a", "subject", subject)
                .put("endpoint", "https://push.example.org/" + subject)
                .put("createdAt", JsonObject.of("$date", now.minusSeconds(60).toString())));
      }
      commands.insert("pushSubscriptions", old);
      var documents = new Documents(commands, new Random(1));
      var early =
          new Subscriptions(documents, 4, new Random(2), TestClock.stoppedAt(now).trusted());
      documents.createIndexes();
      early.prepare();
      early.prepare();
      assertEquals(3, early.all().size());
      var late =
          new Subscriptions(
              documents,
              4,
              new Random(2),
              TestClock.stoppedAt(now.plus(Duration.ofDays(31))).trusted());
      assertEquals(1, late.all().size());
      var keys = new Subscription.Keys("p", "a");
      assertEquals(
          Subscriptions.Outcome.SUBSCRIBED,
          early.subscribe(early.draft("https://x.example.org/", keys, "key", false), 9));
      assertEquals(
          Subscriptions.Outcome.FULL,
          early.subscribe(early.draft("https://y.example.org/", keys, "key", false), 9));
    }
  }

  private static String visitor() {
    return NODE.token(NODE.dailyCode());
  }

  private static synchronized JsonObject browser() {
    return PushSubscriber.fresh().subscription("http://127.0.0.1:9/secret" + browsers++);
  }

  private static Client.Reply subscribe(String token) {
    return subscribe(token, browser());
  }

  /**
   * @param token empty for the owner's key
   */
  private static Client.Reply subscribe(String token, JsonObject browser) {
    Client.Request request = NODE.request("POST", PATH).json(browser);
    return (token.isEmpty() ? request.key(TestNode.KEY) : request.token(token)).send();
  }

  private static Client.Reply owner(String method, String path) {
    return NODE.owner(method, path).send();
  }

  private static List<JsonObject> listed() {
    return owner("GET", PATH + "?limit=100").list("subscriptions");
  }

  private static void clear() {
    listed().forEach(each -> owner("DELETE", PATH + "/" + each.getString("_id")));
  }
}
