package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

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
      PROVIDER.node().with("STOREFRONT_MAX_UNPAID_ORDERS=3 STOREFRONT_MAX_UNPAID_UNITS=5");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  private final String buyer = NODE.freshAddress();

  private static JsonObject book(String title) {
    return SHOP.sell(title, "9", JsonObject.of("one", 1000));
  }

  private static Client.Reply order(String from, String cart) {
    return FORMS.send(cart, FORMS.form(cart), JsonObject.of("X-Forwarded-For", from));
  }

  private static void mustBeLimited(Client.Reply reply, String message) {
    reply.expect(429, "unpaid_orders_limit");
    assertTrue(reply.error().contains(message), reply.error());
  }

  @Test
  void limitsUnpaidOrdersOfOneAddress() {
    JsonObject book = book("Orders");
    String cart = Shop.cart(book, 1);
    String first = FORMS.path(order(buyer, cart).header("Location"));
    order(buyer, cart).expect(303);
    order(buyer, cart).expect(303);
    mustBeLimited(order(buyer, cart), "at most 3 unpaid orders");
    assertEquals(997, SHOP.stock(book));
    order(NODE.freshAddress(), cart).expect(303);
    FORMS.pay(PROVIDER, first);
    order(buyer, cart).expect(303);
    mustBeLimited(order(buyer, cart), "at most 3 unpaid orders");
  }

  /** Cancelled and expired orders count, because they can be repeated at no cost. */
  @Test
  void countsEndedOrdersForOneDay() throws Exception {
    JsonObject book = book("Again");
    String cart = Shop.cart(book, 5);
    String order = FORMS.path(order(buyer, cart).header("Location"));
    FORMS.act(order, "cancel").expect(303);
    assertEquals(1000, SHOP.stock(book));
    mustBeLimited(order(buyer, cart), "at most 5 of one product");
    assertEquals(1000, SHOP.stock(book));
    NODE.clock.advance(Duration.ofHours(25));
    order(buyer, cart).expect(303);
    NODE.clock.advance(Duration.ofMinutes(32));
    Waiting.until(() -> SHOP.stock(book) == 1000);
    mustBeLimited(order(buyer, cart), "at most 5 of one product");
  }

  @Test
  void limitsUnitsOfOneProduct() {
    JsonObject book = book("Units");
    mustBeLimited(order(buyer, Shop.cart(book, 6)), "at most 5 of one product");
    assertEquals(1000, SHOP.stock(book));
    order(buyer, Shop.cart(book, 3)).expect(303);
    mustBeLimited(order(buyer, Shop.cart(book, 3)), "at most 5 of one product");
    order(buyer, Shop.cart(book("Others"), 3)).expect(303);
    assertEquals(997, SHOP.stock(book));
  }

  /** One address may send four forms at once. */
  @Test
  void limitsConcurrentUnpaidOrders() throws Exception {
    JsonObject book = book("Concurrent");
    String cart = Shop.cart(book, 1);
    Callable<Integer> order = () -> order(buyer, cart).status();
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Integer> statuses =
          threads.invokeAll(Collections.nCopies(30, order)).stream()
              .map(Future::resultNow)
              .toList();
      assertEquals(3, Collections.frequency(statuses, 303), "" + statuses);
      assertEquals(27, Collections.frequency(statuses, 429), "" + statuses);
    }
    assertEquals(997, SHOP.stock(book));
  }

  @Test
  void countsRepeatedFormOnce() {
    String cart = Shop.cart(book("Repeated"), 5);
    JsonObject form = FORMS.form(cart);
    for (int i = 0; i < 4; i++) {
      JsonObject from = JsonObject.of("X-Forwarded-For", buyer);
      FORMS.send(cart, form, from).expect(303);
    }
  }

  @Test
  void countsLatePaymentThatReservesAgain() throws Exception {
    JsonObject book = book("Late");
    String late = FORMS.path(order(buyer, Shop.cart(book, 4)).header("Location"));
    NODE.clock.advance(Duration.ofHours(25));
    Waiting.until(() -> SHOP.stock(book) == 1000);
    order(buyer, Shop.cart(book, 4)).expect(303);
    JsonObject pay = JsonObject.of("action", "pay");
    mustBeLimited(
        FORMS.send(late, pay, JsonObject.of("X-Forwarded-For", buyer)), "at most 5 of one product");
    assertEquals(996, SHOP.stock(book));
  }
}
