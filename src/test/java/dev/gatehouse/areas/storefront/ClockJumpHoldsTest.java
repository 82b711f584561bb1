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

  @RegisterExtension static final TestNode NODE = PROVIDER.node();

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  private static Client.Request owner(String method, String path) {
    return NODE.owner(method, "/api/proxy/" + path);
  }

  private static String lastRun(String job) {
    JsonObject last =
        owner("GET", "node/jobs").send().found("jobs", "name", job).getJsonObject("last");
    return last == null ? "" : Objects.toString(last.getString("endedAt"), "");
  }

  /** Waits until the job has run after the jump. */
  private static void awaitRun(String job) throws Exception {
    String before = lastRun(job);
    NODE.clock.advance(Duration.ofSeconds(61));
    Waiting.until(() -> !lastRun(job).isEmpty() && !lastRun(job).equals(before));
  }

  private static String ticket() {
    String token = NODE.token(TestNode.CODE);
    return NODE.request("POST", "/api/proxy/auth/ticket")
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
    return owner("POST", "notify")
        .header("Idempotency-Key", key)
        .json(JsonObject.of("title", "a title", "body", key))
        .expect(200)
        .json()
        .getJsonObject("data")
        .getString("id");
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
    JsonObject book = SHOP.sell("Book " + jump, "12.50", JsonObject.of("hard", 3));
    String cart = Shop.cart(book, 3);
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
      assertEquals("open", FORMS.state(order), "the order holds its stock for 30 minutes");
      assertEquals(0, SHOP.stock(book));
    } finally {
      NODE.clock.jump(jump.negated());
    }
    awaitRun("storefront.lookAfterOrders");
    assertEquals("open", FORMS.state(order));
    String stored =
        owner("GET", "notifications?limit=100").send().text()
            + owner("GET", "notifications?limit=100&skip=100").send().text();
    for (Future<String> each : written) {
      assertTrue(stored.contains(each.get()), "an acknowledged write is missing");
    }
    FORMS.pay(PROVIDER, order);
    assertEquals("paid", FORMS.state(order));
  }

  @Test
  void expiresHoldsInTime() throws Exception {
    JsonObject book = SHOP.sell("Late book", "12.50", JsonObject.of("hard", 1));
    String order = FORMS.order(Shop.cart(book, 1));
    String ticket = ticket();
    NODE.clock.advance(Duration.ofMinutes(31));
    assertFalse(redeemed(ticket));
    Waiting.until(() -> FORMS.state(order).equals("expired"));
  }
}
