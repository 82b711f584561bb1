package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
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
          .with("LIMITS_DEFAULT_PER_MINUTE", "0")
          .with("STOREFRONT_INVOICE_NUMBERS", "RE-{number}")
          .with("STOREFRONT_MAX_UNPAID_ORDERS", "100")
          .with("STOREFRONT_MAX_UNPAID_UNITS", "100");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);
  private static final OwnersOrders OWNER = new OwnersOrders(NODE);

  private static void set(String notice, boolean open) {
    JsonObject body = new JsonObject().put("notice", notice).put("open", open);
    assertEquals(200, SHOP.owner("PUT", NOTICE).json(body).send().status());
  }

  @AfterEach
  void open() {
    set("", true);
  }

  private static String cart(JsonObject product, int count) {
    return "/cart/" + Shop.variant(product, 0).getString("legacyId") + ":" + count;
  }

  private static int stock(JsonObject product) {
    return NODE.client()
        .get("/api/proxy/products/" + product.getString("legacyId"))
        .json()
        .getJsonObject("stock")
        .getInteger("M");
  }

  @Test
  void showsNoticeAndTakesNoOrders() {
    JsonObject product = SHOP.sell("Holiday", "10", new JsonObject().put("M", 5));
    JsonObject form = FORMS.form(cart(product, 1));
    set("Back on <Monday>.", false);
    List<String> pages =
        List.of("/storefront/shop", "/storefront/shop/" + product.getString("handle"));
    pages.forEach(
        page -> assertTrue(NODE.client().get(page).text().contains("Back on &lt;Monday")));
    String page = NODE.client().get(cart(product, 1)).text();
    assertTrue(page.contains("takes no orders"), page);
    assertFalse(page.contains("Place order"), page);
    Client.Reply refused = FORMS.send(cart(product, 1), form);
    assertEquals(200, refused.status());
    assertEquals(0, FORMS.count("Holiday"));
    assertEquals(
        "{\"success\":true,\"notice\":\"Back on <Monday>.\",\"open\":false}",
        NODE.client().get(NOTICE).text());
    set("", true);
    assertFalse(NODE.client().get("/storefront/shop").text().contains("class=\"banner"));
    assertEquals(303, FORMS.send(cart(product, 1), form).status());
  }

  @Test
  void saysThatTheCartIsOrdered() {
    JsonObject product = SHOP.sell("Ordered once", "10", new JsonObject().put("M", 1));
    String cart = cart(product, 1);
    String address = NODE.freshAddress();
    JsonObject from = new JsonObject().put("X-Forwarded-For", address);
    Client.Reply placed = FORMS.send(cart, FORMS.form(cart), from.copy());
    assertEquals(303, placed.status(), placed.text());
    String reference = FORMS.listed(FORMS.path(placed.header("Location"))).getString("reference");
    String again = NODE.client().request("GET", cart).from(address).send().text();
    assertTrue(again.contains("You have placed this order already"), again);
    assertTrue(again.contains(reference), again);
    String other = NODE.client().request("GET", cart).from(NODE.freshAddress()).send().text();
    assertFalse(other.contains(reference), other);
    NODE.clock.advance(Duration.ofMinutes(61));
    String later = NODE.client().request("GET", cart).from(address).send().text();
    assertFalse(later.contains(reference), later);
  }

  @Test
  void closesWithoutWords() {
    set("", false);
    String page = NODE.client().get("/storefront/shop").text();
    assertTrue(page.contains("The shop takes no orders at the moment."), page);
  }

  @Test
  void undoesDecisions() {
    JsonObject product = SHOP.sell("Undone", "10", new JsonObject().put("M", 5));
    String order = FORMS.order(cart(product, 2));
    assertEquals(3, stock(product));
    assertEquals(409, OWNER.decide(order, "undone").status());
    for (String decision : List.of("cancelled", "paid", "paid", "cancelled")) {
      assertEquals(decision, OWNER.decide(order, decision).json().getString("state"));
      assertEquals(decision.equals("paid") ? 3 : 5, stock(product), decision);
      Client.Reply undone = OWNER.decide(order, "undone");
      assertEquals("placed", undone.json().getString("state"), undone.text());
      assertEquals(3, stock(product), decision);
    }
    assertEquals("paid", OWNER.decide(order, "paid").json().getString("state"));
    assertEquals("shipped", OWNER.ship(order, "DHL", "1").json().getString("state"));
    assertEquals(409, OWNER.decide(order, "undone").status());
  }

  @Test
  void keepsCancelledOrderWhoseGoodsAreSold() {
    JsonObject product = SHOP.sell("Scarce", "10", new JsonObject().put("M", 2));
    String order = FORMS.order(cart(product, 2));
    OWNER.decide(order, "cancelled");
    FORMS.order(cart(product, 1));
    Client.Reply undone = OWNER.decide(order, "undone");
    assertEquals(409, undone.status(), undone.text());
    assertTrue(undone.text().contains("sold out"), undone.text());
    assertEquals("cancelled", FORMS.listed(order).getString("state"));
    assertEquals(1, stock(product));
  }

  @Test
  void numbersInvoicesWithoutGaps() throws Exception {
    JsonObject product = SHOP.sell("Numbered", "10", new JsonObject().put("M", 50));
    List<String> orders = Stream.generate(() -> FORMS.order(cart(product, 1))).limit(12).toList();
    OWNER.decide(orders.getFirst(), "cancelled");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Integer>> all =
          orders.stream()
              .skip(1)
              .map(each -> (Callable<Integer>) () -> OWNER.decide(each, "paid").status())
              .toList();
      assertEquals(
          Set.of(200),
          threads.invokeAll(all).stream().map(Future::resultNow).collect(Collectors.toSet()));
    }
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
    OWNER.decide(orders.get(1), "undone");
    OWNER.decide(orders.get(1), "paid");
    assertEquals(second, FORMS.listed(orders.get(1)).getString("invoice"));
    assertTrue(NODE.client().get(orders.get(1)).text().contains("Invoice " + second));
  }

  @Test
  void doesNotUndoRefund() {
    JsonObject product = SHOP.sell("Returned", "10", new JsonObject().put("M", 2));
    String order = FORMS.order(cart(product, 1));
    OWNER.decide(order, "paid");
    OWNER.refund(order, "a", "1.00", "USD");
    assertEquals(409, OWNER.decide(order, "undone").status());
  }
}
