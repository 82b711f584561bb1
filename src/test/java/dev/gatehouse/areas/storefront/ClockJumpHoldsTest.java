package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.EventStreamClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reserved stock, tickets and acknowledged requests while the clock jumps under load. */
@Tag("slow")
class ClockJumpHoldsTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();

  @RegisterExtension
  static final TestNode NODE = new TestNode().behindProxy().with(PROVIDER.settings());

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  private static int left(JsonObject product) {
    return NODE.client()
        .get("/api/proxy/products/" + product.getString("legacyId"))
        .json()
        .getJsonObject("stock")
        .getInteger("hard");
  }

  private static String state(String order) {
    return FORMS.listed(order).getString("state");
  }

  private static Client.Request owner(String method, String path) {
    return NODE.client().request(method, "/api/proxy/" + path).key(TestNode.KEY);
  }

  private static String lastRun(String job) {
    return owner("GET", "node/jobs").send().json().getJsonArray("jobs").stream()
        .map(JsonObject.class::cast)
        .filter(each -> each.getString("name").equals(job))
        .map(each -> each.getJsonObject("last", new JsonObject()))
        .map(last -> last == null ? "" : Objects.toString(last.getString("endedAt"), ""))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until the job has run after the jump. */
  private static void awaitRun(String job) throws Exception {
    String before = lastRun(job);
    NODE.clock.advance(Duration.ofSeconds(61));
    Waiting.until(() -> !lastRun(job).isEmpty() && !lastRun(job).equals(before));
  }

  private static String ticket() {
    String token = NODE.client().token(TestNode.CODE);
    return NODE.client()
        .request("POST", "/api/proxy/auth/ticket")
        .token(token)
        .send()
        .json()
        .getString("ticket");
  }

  /** A stream of a token that is over by the wrong clock may end before its head is sent. */
  private static boolean redeemed(String ticket) {
    String target = "/api/proxy/notifications/stream?ticket=" + ticket;
    try (var stream = new EventStreamClient(NODE.address(), target, Map.of())) {
      return stream.head().isEmpty() || stream.status() == 200;
    }
  }

  private static String notified(String key) {
    Client.Reply reply =
        owner("POST", "notify")
            .header("Idempotency-Key", key)
            .json(new JsonObject().put("title", "a title").put("body", key))
            .send();
    assertEquals(200, reply.status(), reply.text());
    return reply.json().getJsonObject("data").getString("id");
  }

  private static void confirmClock() throws Exception {
    if (NODE.metric("gatehouse_clock_confirmed") == 0) {
      NODE.clock.advance(Duration.ofHours(2));
      Waiting.until(() -> NODE.metric("gatehouse_clock_confirmed") == 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT2M", "-PT2M", "PT1H", "-PT1H", "P1D", "-P1D", "P400D", "-P20000D"})
  void keepsHoldsTicketsAndWritesUnderLoad(Duration jump) throws Exception {
    confirmClock();
    JsonObject book = SHOP.sell("Book " + jump, "12.50", new JsonObject().put("hard", 3));
    String cart = "/cart/" + Shop.variant(book, 0).getString("legacyId") + ":3";
    String order = FORMS.order(cart);
    String ticket = ticket();
    List<Future<String>> written = new ArrayList<>();
    try (ExecutorService load = Executors.newFixedThreadPool(3)) {
      for (int i = 0; i < 12; i++) {
        String key = "jump" + jump + "-" + i;
        written.add(load.submit((Callable<String>) () -> notified(key)));
      }
      NODE.clock.jump(jump);
      assertTrue(redeemed(ticket), "the ticket is a second old");
      awaitRun("storefront.lookAfterOrders");
      assertEquals("open", state(order), "the order holds its stock for 30 minutes");
      assertEquals(0, left(book));
    } finally {
      NODE.clock.jump(jump.negated());
    }
    awaitRun("storefront.lookAfterOrders");
    assertEquals("open", state(order));
    String stored =
        owner("GET", "notifications?limit=100").send().text()
            + owner("GET", "notifications?limit=100&skip=100").send().text();
    for (Future<String> each : written) {
      assertTrue(stored.contains(each.get()), "an acknowledged write is missing");
    }
    PROVIDER.approve(FORMS.paymentOrder(order));
    assertEquals(303, FORMS.act(order, "pay").status());
    assertEquals("paid", state(order));
  }

  @Test
  void expiresHoldsInTime() throws Exception {
    JsonObject book = SHOP.sell("Late book", "12.50", new JsonObject().put("hard", 1));
    String order = FORMS.order("/cart/" + Shop.variant(book, 0).getString("legacyId") + ":1");
    String ticket = ticket();
    NODE.clock.advance(Duration.ofMinutes(31));
    assertFalse(redeemed(ticket));
    Waiting.until(() -> state(order).equals("expired"));
  }
}
