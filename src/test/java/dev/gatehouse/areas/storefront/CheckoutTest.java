package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
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
  static final TestNode NODE = PROVIDER.node().with("PAYMENTS_PRICE_CHECK", "true");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  @BeforeEach
  void heal() {
    PROVIDER.heal();
  }

  @Test
  void sellsStockWhenBuyerPays() {
    JsonObject book = SHOP.sell("Book", "12.50", JsonObject.of("hard", 3));
    String order = FORMS.order(Shop.cart(book, 2));
    assertEquals(1, SHOP.stock(book));
    NODE.get(order).has("Pay for your order", "$25.00", "checkoutnow?token=").lacks("<script");
    FORMS.pay(PROVIDER, order);
    NODE.get(order).has("Your order is paid");
    FORMS.act(order, "pay").expect(303);
    FORMS.act(order, "cancel").expect(303);
    JsonObject listed = FORMS.listed(order);
    assertEquals("paid", listed.getString("state"));
    assertEquals("Ada Lovelace", listed.getJsonObject("buyer").getString("name"));
    assertEquals(1, SHOP.stock(book));
    new Mails(NODE).await("Order " + listed.getString("reference") + ": paid");
  }

  @Test
  void sellsLastItemToOneOfConcurrentBuyers() throws Exception {
    JsonObject book = SHOP.sell("Last book", "9", JsonObject.of("one", 1));
    String cart = Shop.cart(book, 1);
    List<JsonObject> forms = Stream.generate(() -> FORMS.form(cart)).limit(8).toList();
    List<Client.Reply> replies = Concurrently.times(8, i -> FORMS.send(cart, forms.get(i)));
    assertEquals(1, replies.stream().filter(reply -> reply.status() == 303).count());
    replies.stream()
        .filter(reply -> reply.status() != 303)
        .forEach(reply -> {
          reply.expect(200).has("role=\"alert\"", "sold out");
        });
    assertEquals(0, SHOP.stock(book));
  }

  @Test
  void paysOrderOnceForConcurrentClicks() throws Exception {
    JsonObject book = SHOP.sell("Pressed", "9", JsonObject.of("one", 2));
    String order = FORMS.order(Shop.cart(book, 1));
    PROVIDER.approve(FORMS.paymentOrder(order));
    Concurrently.times(12, i -> FORMS.act(order, "pay").expect(303));
    assertEquals("paid", FORMS.state(order));
    assertEquals(1, SHOP.stock(book));
  }

  @Test
  void createsOneOrderForConcurrentForms() throws Exception {
    JsonObject book = SHOP.sell("At once", "9", JsonObject.of("one", 9));
    String cart = Shop.cart(book, 2);
    JsonObject form = FORMS.form(cart);
    List<Client.Reply> replies = Concurrently.times(30, i -> FORMS.send(cart, form));
    List<Integer> statuses = replies.stream().map(Client.Reply::status).toList();
    // More forms than the provider's limit are rejected, and can be sent again.
    assertTrue(List.of(303, 503).containsAll(statuses), statuses.toString());
    String order = FORMS.send(cart, form).header("Location");
    assertTrue(
        replies.stream()
            .filter(reply -> reply.status() == 303)
            .allMatch(reply -> order.equals(reply.header("Location"))));
    assertEquals(1, FORMS.count("At once"));
    assertEquals(7, SHOP.stock(book));
    FORMS.act(FORMS.path(order), "cancel").expect(303);
    assertEquals(9, SHOP.stock(book));
  }

  @Test
  void keepsStockReservedWhileCaptureIsUnknown() throws Exception {
    JsonObject book = SHOP.sell("Unknown", "9", JsonObject.of("one", 1));
    String order = FORMS.order(Shop.cart(book, 1));
    PROVIDER.approve(FORMS.paymentOrder(order));
    PROVIDER.script("capture", PayPalSimulator.Fault.silent(true, "reset"));
    PROVIDER.script("read", PayPalSimulator.Fault.instead(500, "{}"));
    FORMS.act(order, "pay").has("not confirmed yet");
    assertEquals("paying", FORMS.state(order));
    assertEquals(0, SHOP.stock(book));
    PROVIDER.heal();
    NODE.clock.advance(Duration.ofMinutes(3));
    Waiting.until(() -> FORMS.state(order).equals("paid"));
    assertEquals(0, SHOP.stock(book));
  }

  @Test
  void showsChangedPriceBeforeOrdering() {
    JsonObject book = SHOP.sell("Dear", "9", JsonObject.of("one", 1));
    String cart = Shop.cart(book, 1);
    JsonObject form = FORMS.form(cart);
    JsonObject dearer =
        JsonObject.of("name", "Dear", "price", 10, "stock", JsonObject.of("one", 1));
    SHOP.owner("PUT", "/api/proxy/products/" + book.getString("legacyId")).json(dearer).send();
    FORMS.send(cart, form).expect(200).has("have changed", "$10.00");
    assertEquals(1, SHOP.stock(book));
  }

  @Test
  void hidesOrdersBehindRandomIds() {
    JsonObject book = SHOP.sell("Secret", "9", JsonObject.of("one", 9));
    String one = FORMS.order(Shop.cart(book, 1));
    String other = FORMS.order(Shop.cart(book, 1));
    assertNotEquals(one, other);
    assertTrue(one.matches("/storefront/orders/[0-9a-f]{32}"), one);
    NODE.get("/storefront/orders/" + "0".repeat(32)).expect(404);
    FORMS.act("/storefront/orders/" + "0".repeat(32), "pay").expect(404);
    NODE.get("/api/proxy/storefront/orders").expect(401);
    assertNull(NODE.get(one).header("ETag"));
    assertEquals("no-store", NODE.get(one).header("Cache-Control"));
  }
}
