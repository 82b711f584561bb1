package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits of the stock that one address reserves without paying. */
@Tag("slow")
class UnpaidHoldsTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("STOREFRONT_MAX_UNPAID_ORDERS", "3")
          .with("STOREFRONT_MAX_UNPAID_UNITS", "5")
          .with(PROVIDER.settings());

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  private final String buyer = NODE.freshAddress();

  private static String cart(JsonObject product, int quantity) {
    return "/cart/" + Shop.variant(product, 0).getString("legacyId") + ":" + quantity;
  }

  private static JsonObject book(String title) {
    return SHOP.sell(title, "9", new JsonObject().put("one", 1000));
  }

  private static Client.Reply order(String from, String cart) {
    return FORMS.send(cart, FORMS.form(cart), new JsonObject().put("X-Forwarded-For", from));
  }

  private static int left(JsonObject product) {
    return NODE.client()
        .get("/api/proxy/products/" + product.getString("legacyId"))
        .json()
        .getJsonObject("stock")
        .getInteger("one");
  }

  private static void mustBeLimited(Client.Reply reply, String message) {
    assertEquals(429, reply.status(), reply.text());
    assertEquals("unpaid_orders_limit", reply.json().getString("code"));
    assertTrue(reply.error().contains(message), reply.error());
  }

  @Test
  void limitsUnpaidOrdersOfOneAddress() {
    JsonObject book = book("Orders");
    String cart = cart(book, 1);
    String first = FORMS.path(order(buyer, cart).header("Location"));
    assertEquals(303, order(buyer, cart).status());
    assertEquals(303, order(buyer, cart).status());
    mustBeLimited(order(buyer, cart), "at most 3 unpaid orders");
    assertEquals(997, left(book));
    assertEquals(303, order(NODE.freshAddress(), cart).status());
    PROVIDER.approve(FORMS.paymentOrder(first));
    assertEquals(303, FORMS.act(first, "pay").status());
    assertEquals(303, order(buyer, cart).status());
    mustBeLimited(order(buyer, cart), "at most 3 unpaid orders");
  }

  /** Cancelled and expired orders count, because they can be repeated at no cost. */
  @Test
  void countsEndedOrdersForOneDay() throws Exception {
    JsonObject book = book("Again");
    String cart = cart(book, 5);
    String order = FORMS.path(order(buyer, cart).header("Location"));
    assertEquals(303, FORMS.act(order, "cancel").status());
    assertEquals(1000, left(book));
    mustBeLimited(order(buyer, cart), "at most 5 of one product");
    assertEquals(1000, left(book));
    NODE.clock.advance(Duration.ofHours(25));
    assertEquals(303, order(buyer, cart).status());
    NODE.clock.advance(Duration.ofMinutes(32));
    Waiting.until(() -> left(book) == 1000);
    mustBeLimited(order(buyer, cart), "at most 5 of one product");
  }

  @Test
  void limitsUnitsOfOneProduct() {
    JsonObject book = book("Units");
    mustBeLimited(order(buyer, cart(book, 6)), "at most 5 of one product");
    assertEquals(1000, left(book));
    assertEquals(303, order(buyer, cart(book, 3)).status());
    mustBeLimited(order(buyer, cart(book, 3)), "at most 5 of one product");
    assertEquals(303, order(buyer, cart(book("Others"), 3)).status());
    assertEquals(997, left(book));
  }

  /** One address may send four forms at once. */
  @Test
  void limitsConcurrentUnpaidOrders() throws Exception {
    JsonObject book = book("Concurrent");
    String cart = cart(book, 1);
    List<Callable<Client.Reply>> orders = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      orders.add(() -> order(buyer, cart));
    }
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Integer> statuses =
          threads.invokeAll(orders).stream()
              .map(Future::resultNow)
              .map(Client.Reply::status)
              .toList();
      assertEquals(3, statuses.stream().filter(status -> status == 303).count(), "" + statuses);
      assertEquals(27, statuses.stream().filter(status -> status == 429).count(), "" + statuses);
    }
    assertEquals(997, left(book));
  }

  @Test
  void countsRepeatedFormOnce() {
    String cart = cart(book("Repeated"), 5);
    JsonObject form = FORMS.form(cart);
    for (int i = 0; i < 4; i++) {
      JsonObject from = new JsonObject().put("X-Forwarded-For", buyer);
      assertEquals(303, FORMS.send(cart, form, from).status());
    }
  }

  @Test
  void countsLatePaymentThatReservesAgain() throws Exception {
    JsonObject book = book("Late");
    String late = FORMS.path(order(buyer, cart(book, 4)).header("Location"));
    NODE.clock.advance(Duration.ofHours(25));
    Waiting.until(() -> left(book) == 1000);
    assertEquals(303, order(buyer, cart(book, 4)).status());
    JsonObject pay = new JsonObject().put("action", "pay");
    mustBeLimited(
        FORMS.send(late, pay, new JsonObject().put("X-Forwarded-For", buyer)),
        "at most 5 of one product");
    assertEquals(996, left(book));
  }
}
