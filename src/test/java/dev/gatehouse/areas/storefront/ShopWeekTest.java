package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Everyday work of the owner: a holiday, and decisions that were wrong. */
class ShopWeekTest {
  private static final String NOTICE = "/api/proxy/storefront/notice";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("STOREFRONT_INVOICE_NUMBERS=RE-{number} STOREFRONT_MAX_UNPAID_ORDERS=100")
          .with("STOREFRONT_MAX_UNPAID_UNITS", "100");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  private static void set(String notice, boolean open) {
    JsonObject body = JsonObject.of("notice", notice, "open", open);
    SHOP.owner("PUT", NOTICE).json(body).expect(200);
  }

  @AfterEach
  void open() {
    set("", true);
  }

  @Test
  void showsNoticeAndTakesNoOrders() {
    JsonObject product = SHOP.sell("Holiday", "10", JsonObject.of("M", 5));
    JsonObject form = FORMS.form(Shop.cart(product, 1));
    set("Back on <Monday>.", false);
    List<String> pages =
        List.of("/storefront/shop", "/storefront/shop/" + product.getString("handle"));
    pages.forEach(page -> assertTrue(NODE.get(page).text().contains("Back on &lt;Monday")));
    NODE.get(Shop.cart(product, 1)).has("takes no orders").lacks("Place order");
    FORMS.send(Shop.cart(product, 1), form).expect(200);
    assertEquals(0, FORMS.count("Holiday"));
    assertEquals(
        "{\"success\":true,\"notice\":\"Back on <Monday>.\",\"open\":false}",
        NODE.get(NOTICE).text());
    set("", true);
    NODE.get("/storefront/shop").lacks("class=\"banner");
    FORMS.send(Shop.cart(product, 1), form).expect(303);
  }

  @Test
  void saysThatTheCartIsOrdered() {
    JsonObject product = SHOP.sell("Ordered once", "10", JsonObject.of("M", 1));
    String cart = Shop.cart(product, 1);
    String address = NODE.freshAddress();
    JsonObject from = JsonObject.of("X-Forwarded-For", address);
    Client.Reply placed = FORMS.send(cart, FORMS.form(cart), from.copy()).expect(303);
    String reference = FORMS.listed(FORMS.path(placed.header("Location"))).getString("reference");
    NODE.request("GET", cart)
        .from(address)
        .send()
        .has("You have placed this order already", reference);
    NODE.request("GET", cart).from(NODE.freshAddress()).send().lacks(reference);
    NODE.clock.advance(Duration.ofMinutes(61));
    NODE.request("GET", cart).from(address).send().lacks(reference);
  }

  @Test
  void closesWithoutWords() {
    set("", false);
    NODE.get("/storefront/shop").has("The shop takes no orders at the moment.");
  }

  @Test
  void undoesDecisions() {
    JsonObject product = SHOP.sell("Undone", "10", JsonObject.of("M", 5));
    String order = FORMS.order(Shop.cart(product, 2));
    assertEquals(3, SHOP.stock(product));
    SHOP.decide(order, "undone").expect(409);
    for (String decision : List.of("cancelled", "paid", "paid", "cancelled")) {
      assertEquals(decision, SHOP.decide(order, decision).json().getString("state"));
      assertEquals(decision.equals("paid") ? 3 : 5, SHOP.stock(product), decision);
      Client.Reply undone = SHOP.decide(order, "undone");
      assertEquals("placed", undone.json().getString("state"), undone.text());
      assertEquals(3, SHOP.stock(product), decision);
    }
    assertEquals("paid", SHOP.decide(order, "paid").json().getString("state"));
    assertEquals("shipped", SHOP.ship(order, "DHL", "1").json().getString("state"));
    SHOP.decide(order, "undone").expect(409);
  }

  @Test
  void keepsCancelledOrderWhoseGoodsAreSold() {
    JsonObject product = SHOP.sell("Scarce", "10", JsonObject.of("M", 2));
    String order = FORMS.order(Shop.cart(product, 2));
    SHOP.decide(order, "cancelled");
    FORMS.order(Shop.cart(product, 1));
    SHOP.decide(order, "undone").expect(409).has("sold out");
    assertEquals("cancelled", FORMS.state(order));
    assertEquals(1, SHOP.stock(product));
  }

  @Test
  void numbersInvoicesWithoutGaps() throws Exception {
    JsonObject product = SHOP.sell("Numbered", "10", JsonObject.of("M", 50));
    List<String> orders =
        Stream.generate(() -> FORMS.order(Shop.cart(product, 1))).limit(12).toList();
    SHOP.decide(orders.getFirst(), "cancelled");
    Concurrently.times(11, i -> SHOP.decide(orders.get(i + 1), "paid").expect(200));
    List<Integer> numbers =
        orders.stream()
            .skip(1)
            .map(order -> FORMS.listed(order).getString("invoice"))
            .map(invoice -> Integer.parseInt(invoice.substring("RE-".length())))
            .sorted()
            .toList();
    int first = numbers.getFirst();
    assertEquals(IntStream.range(first, first + 11).boxed().toList(), numbers);
    assertNull(FORMS.listed(orders.getFirst()).getString("invoice"));
    String second = FORMS.listed(orders.get(1)).getString("invoice");
    SHOP.decide(orders.get(1), "undone");
    SHOP.decide(orders.get(1), "paid");
    assertEquals(second, FORMS.listed(orders.get(1)).getString("invoice"));
    NODE.get(orders.get(1)).has("Invoice " + second);
  }

  @Test
  void doesNotUndoRefund() {
    JsonObject product = SHOP.sell("Returned", "10", JsonObject.of("M", 2));
    String order = FORMS.order(Shop.cart(product, 1));
    SHOP.decide(order, "paid");
    SHOP.refund(order, "a", "1.00", "USD");
    SHOP.decide(order, "undone").expect(409);
  }
}
