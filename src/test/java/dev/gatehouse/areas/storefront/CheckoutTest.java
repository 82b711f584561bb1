package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Orders of the local shop from the cart's page to the payment, with a provider on loopback. */
class CheckoutTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with(PROVIDER.settings())
          .with("PAYMENTS_PRICE_CHECK", "true")
          .with("PAYMENTS_TIMEOUT", "1500ms");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  @BeforeEach
  void heal() {
    PROVIDER.heal();
  }

  @Test
  void sellsStockWhenBuyerPays() {
    JsonObject book = SHOP.sell("Book", "12.50", new JsonObject().put("hard", 3));
    String order = FORMS.order(cart(book, 2));
    assertEquals(1, left(book));
    String page = NODE.client().get(order).text();
    assertTrue(page.contains("Pay for your order"), page);
    assertTrue(page.contains("$25.00"), page);
    assertTrue(page.contains("checkoutnow?token="), page);
    assertFalse(page.contains("<script"), page);
    PROVIDER.approve(FORMS.paymentOrder(order));
    assertEquals(303, FORMS.act(order, "pay").status());
    assertTrue(NODE.client().get(order).text().contains("Your order is paid"));
    assertEquals(303, FORMS.act(order, "pay").status());
    assertEquals(303, FORMS.act(order, "cancel").status());
    JsonObject listed = FORMS.listed(order);
    assertEquals("paid", listed.getString("state"));
    assertEquals("Ada Lovelace", listed.getJsonObject("buyer").getString("name"));
    assertEquals(1, left(book));
    new Mails(NODE)
        .await(mail -> mail.contains("Order " + listed.getString("reference") + ": paid"));
  }

  @Test
  void sellsLastItemToOneOfConcurrentBuyers() throws Exception {
    JsonObject book = SHOP.sell("Last book", "9", new JsonObject().put("one", 1));
    String cart = cart(book, 1);
    List<JsonObject> forms = new ArrayList<>();
    for (int buyer = 0; buyer < 8; buyer++) {
      forms.add(FORMS.form(cart));
    }
    List<Client.Reply> replies = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Client.Reply>> buyers = new ArrayList<>();
      forms.forEach(form -> buyers.add(() -> FORMS.send(cart, form)));
      for (Future<Client.Reply> reply : threads.invokeAll(buyers)) {
        replies.add(reply.get());
      }
    }
    assertEquals(1, replies.stream().filter(reply -> reply.status() == 303).count());
    replies.stream()
        .filter(reply -> reply.status() != 303)
        .forEach(reply -> {
          assertEquals(200, reply.status());
          assertTrue(reply.text().contains("role=\"alert\""), reply.text());
          assertTrue(reply.text().contains("sold out"), reply.text());
        });
    assertEquals(0, left(book));
  }

  @Test
  void paysOrderOnceForConcurrentClicks() throws Exception {
    JsonObject book = SHOP.sell("Pressed", "9", new JsonObject().put("one", 2));
    String order = FORMS.order(cart(book, 1));
    PROVIDER.approve(FORMS.paymentOrder(order));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Integer>> presses = new ArrayList<>();
      for (int press = 0; press < 12; press++) {
        presses.add(() -> FORMS.act(order, "pay").status());
      }
      for (Future<Integer> status : threads.invokeAll(presses)) {
        assertEquals(303, status.get());
      }
    }
    assertEquals("paid", FORMS.listed(order).getString("state"));
    assertEquals(1, left(book));
  }

  @Test
  void createsOneOrderForConcurrentForms() throws Exception {
    JsonObject book = SHOP.sell("At once", "9", new JsonObject().put("one", 9));
    String cart = cart(book, 2);
    JsonObject form = FORMS.form(cart);
    List<Client.Reply> replies = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Client.Reply> send = () -> FORMS.send(cart, form);
      for (Future<Client.Reply> reply : threads.invokeAll(Collections.nCopies(30, send))) {
        replies.add(reply.get());
      }
    }
    List<Integer> statuses = replies.stream().map(Client.Reply::status).toList();
    // More forms than the provider's limit are rejected, and can be sent again.
    assertTrue(List.of(303, 503).containsAll(statuses), statuses.toString());
    String order = FORMS.send(cart, form).header("Location");
    assertTrue(
        replies.stream()
            .filter(reply -> reply.status() == 303)
            .allMatch(reply -> order.equals(reply.header("Location"))));
    assertEquals(1, FORMS.count("At once"));
    assertEquals(7, left(book));
    assertEquals(303, FORMS.act(FORMS.path(order), "cancel").status());
    assertEquals(9, left(book));
  }

  @Test
  void cancelsOrderThatIsNotApproved() {
    JsonObject book = SHOP.sell("Undecided", "9", new JsonObject().put("one", 1));
    String order = FORMS.order(cart(book, 1));
    Client.Reply early = FORMS.act(order, "pay");
    assertEquals(200, early.status());
    assertTrue(early.text().contains("not approved"), early.text());
    assertEquals(0, left(book));
    assertEquals(303, FORMS.act(order, "cancel").status());
    assertEquals(1, left(book));
    assertTrue(NODE.client().get(order).text().contains("cancelled"));
  }

  @Test
  void keepsStockReservedWhileCaptureIsUnknown() throws Exception {
    JsonObject book = SHOP.sell("Unknown", "9", new JsonObject().put("one", 1));
    String order = FORMS.order(cart(book, 1));
    PROVIDER.approve(FORMS.paymentOrder(order));
    PROVIDER.script("capture", PayPalSimulator.Fault.silent(true, "reset"));
    PROVIDER.script("read", PayPalSimulator.Fault.instead(500, "{}"));
    Client.Reply reply = FORMS.act(order, "pay");
    assertTrue(reply.text().contains("not confirmed yet"), reply.text());
    assertEquals("paying", FORMS.listed(order).getString("state"));
    assertEquals(0, left(book));
    PROVIDER.heal();
    NODE.clock.advance(Duration.ofMinutes(3));
    Waiting.until(() -> FORMS.listed(order).getString("state").equals("paid"));
    assertEquals(0, left(book));
  }

  @Test
  void showsChangedPriceBeforeOrdering() {
    JsonObject book = SHOP.sell("Dear", "9", new JsonObject().put("one", 1));
    String cart = cart(book, 1);
    JsonObject form = FORMS.form(cart);
    JsonObject dearer =
        JsonObject.of("name", "Dear", "price", 10, "stock", new JsonObject().put("one", 1));
    SHOP.owner("PUT", "/api/proxy/products/" + book.getString("legacyId")).json(dearer).send();
    Client.Reply reply = FORMS.send(cart, form);
    assertEquals(200, reply.status());
    assertTrue(reply.text().contains("have changed"), reply.text());
    assertTrue(reply.text().contains("$10.00"), reply.text());
    assertEquals(1, left(book));
  }

  @Test
  void hidesOrdersBehindRandomIds() {
    JsonObject book = SHOP.sell("Secret", "9", new JsonObject().put("one", 9));
    String one = FORMS.order(cart(book, 1));
    String other = FORMS.order(cart(book, 1));
    assertNotEquals(one, other);
    assertTrue(one.matches("/storefront/orders/[0-9a-f]{32}"), one);
    assertEquals(404, NODE.client().get("/storefront/orders/" + "0".repeat(32)).status());
    assertEquals(404, FORMS.act("/storefront/orders/" + "0".repeat(32), "pay").status());
    assertEquals(401, NODE.client().get("/api/proxy/storefront/orders").status());
    assertNull(NODE.client().get(one).header("ETag"));
    assertEquals("no-store", NODE.client().get(one).header("Cache-Control"));
  }

  private static String cart(JsonObject product, int quantity) {
    return "/cart/" + variant(product, 0).getString("legacyId") + ":" + quantity;
  }

  private static int left(JsonObject product) {
    return NODE.client()
        .get("/api/proxy/products/" + product.getString("legacyId"))
        .json()
        .getJsonObject("stock")
        .getInteger(variant(product, 0).getString("title"));
  }
}
