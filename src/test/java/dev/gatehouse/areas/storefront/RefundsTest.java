package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Refunds and shipments by the owner, with a provider on loopback that fails. */
class RefundsTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();

  @RegisterExtension
  static final TestNode NODE = PROVIDER.node().with("PAYMENTS_TIMEOUT", "4500ms");

  private static final BuyersForms FORMS = new BuyersForms(NODE);
  private static final Shop OWNER = new Shop(NODE);

  @BeforeEach
  void heal() {
    PROVIDER.heal();
    NODE.clock.advance(Duration.ofMinutes(2));
  }

  private static String unpaid() {
    JsonObject book = new Shop(NODE).sell("Book", "12.50", JsonObject.of("hard", 3));
    return FORMS.order(Shop.cart(book, 2));
  }

  private static String paid() {
    String order = unpaid();
    FORMS.pay(PROVIDER, order);
    return order;
  }

  private static List<String> refunds(String order) {
    return PROVIDER.order(FORMS.paymentOrder(order)).refundValues();
  }

  private static String page(String order) {
    return NODE.get(order).text();
  }

  private static String reference(String order) {
    return FORMS.listed(order).getString("reference");
  }

  private static void await(String order, String text) {
    String reference = reference(order);
    new Mails(NODE).await(mail -> mail.contains(reference) && mail.contains(text));
  }

  private static void ok(Client.Reply reply) {
    reply.expect(200);
  }

  @Test
  void refundsWholePayment() {
    String order = paid();
    Client.Reply reply = OWNER.refund(order, "all");
    ok(reply);
    assertEquals("refunded", reply.json().getString("state"), reply.text());
    assertEquals("25.00", reply.json().getJsonObject("refunded").getString("amount"));
    assertEquals(List.of("25.00"), refunds(order));
    NODE.get(order).has("Your payment was refunded").lacks("will be shipped to you");
    await(order, "Order " + reference(order) + ": refunded");
    await(order, "Your payment was refunded");
  }

  @Test
  void refundsPartsUpToThePayment() {
    String order = paid();
    Client.Reply part = OWNER.refund(order, "part", "5.00", "USD");
    ok(part);
    assertEquals("partly_refunded", part.json().getString("state"), part.text());
    NODE.get(order).has("Refunded: $5.00.").lacks("will be shipped to you");
    await(order, "Refunded: $5.00");
    OWNER.refund(order, "much", "20.01", "USD").expect(400);
    assertEquals("refunded", OWNER.refund(order, "rest").json().getString("state"));
    assertEquals(List.of("5.00", "20.00"), refunds(order));
    OWNER.refund(order, "more").expect(400);
    ok(OWNER.refund(order, "part", "5.00", "USD"));
  }

  @Test
  void rejectsRefundsThatCannotBeMade() {
    String order = paid();
    OWNER.refund(order, "much", "25.01", "USD").expect(400);
    OWNER.refund(order, "none", "0.00", "USD").expect(400);
    OWNER.refund(order, "other", "5.00", "EUR").expect(400);
    OWNER.refund(unpaid(), "unpaid").expect(409);
    OWNER.refund("/storefront/orders/" + "0".repeat(32), "no").expect(404);
    assertEquals(List.of(), refunds(order));
    assertEquals("paid", FORMS.state(order));
  }

  static Stream<Fault> faults() {
    return Stream.of(
        Fault.instead(500, "{}"),
        Fault.after(500, "{}"),
        Fault.silent(false, "hang"),
        Fault.silent(true, "hang"),
        Fault.silent(true, "reset"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void completesRefundAfterFault(Fault fault) {
    String order = paid();
    PROVIDER.script("refund", fault);
    Client.Reply failed = OWNER.refund(order, "once", "5.00", "USD");
    assertTrue(failed.status() >= 500, failed.text());
    // The refund may have been made, so its amount is not available to others.
    OWNER.refund(order, "other", "20.01", "USD").expect(400);
    heal();
    ok(OWNER.refund(order, "once", "5.00", "USD"));
    ok(OWNER.refund(order, "once", "5.00", "USD"));
    assertEquals(List.of("5.00"), refunds(order));
    assertEquals("partly_refunded", FORMS.state(order));
    ok(OWNER.refund(order, "rest"));
    assertEquals(List.of("5.00", "20.00"), refunds(order));
  }

  @Test
  void releasesAmountOfRejectedRefund() {
    String order = paid();
    String disputed = "{\"details\":[{\"issue\":\"TRANSACTION_DISPUTED\"}]}";
    PROVIDER.script("refund", Fault.instead(422, disputed));
    Client.Reply rejected = OWNER.refund(order, "first").has("TRANSACTION_DISPUTED");
    assertTrue(rejected.status() < 500, rejected.text());
    PROVIDER.heal();
    ok(OWNER.refund(order, "second"));
    assertEquals(List.of("25.00"), refunds(order));
  }

  @Test
  void shipsOnceForEqualShipments() throws Exception {
    String order = paid();
    Concurrently.times(30, i -> OWNER.ship(order, "DHL", "1").expect(200));
    Client.Reply again = OWNER.ship(order, "DHL", "1");
    ok(again);
    assertEquals("shipped", again.json().getString("state"), again.text());
    NODE.get(order).has("Carrier: DHL, tracking: 1.");
    ok(OWNER.ship(order, "UPS", ""));
    NODE.get(order).has("Carrier: UPS.");
    await(order, "Carrier: UPS.");
    await(order, "Order " + reference(order) + ": shipped");
    String reference = reference(order);
    long mails =
        new Mails(NODE)
            .all().stream()
                .filter(mail -> mail.contains(reference) && mail.contains("Carrier: DHL"))
                .count();
    assertEquals(1, mails);
  }

  @Test
  void tellsBuyerOfDelivery() throws Exception {
    String order = paid();
    assertTrue(page(order).contains("<li>Delivered</li>"), "the last step, which is not done");
    ok(OWNER.ship(order, "DHL", "1"));
    ok(OWNER.deliver(order, "DHL", "1"));
    NODE.get(order).has("aria-current=\"step\">Delivered");
    NODE.get(order).has("Your order was delivered");
    await(order, "Your order " + reference(order) + " was delivered");
    await(order, "Order " + reference(order) + ": delivered");
  }

  @Test
  void rejectsShipmentOfUnpaidOrder() {
    String order = unpaid();
    OWNER.ship(order, "DHL", "1").expect(409);
    assertEquals("open", FORMS.state(order));
    OWNER.ship("/storefront/orders/" + "0".repeat(32), "DHL", "").expect(404);
  }

  @Test
  void showsShipmentOfPartlyRefundedOrder() {
    String order = paid();
    ok(OWNER.refund(order, "part", "5.00", "USD"));
    ok(OWNER.ship(order, "DHL", "1"));
    assertEquals("partly_refunded", FORMS.state(order));
    NODE.get(order).has("Refunded: $5.00. Your order was shipped. Carrier: DHL");
    await(order, "Carrier: DHL, tracking: 1.");
  }
}
