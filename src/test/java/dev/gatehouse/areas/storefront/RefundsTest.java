package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Refunds and shipments by the owner, with a provider on loopback that fails. */
class RefundsTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().behindProxy().with(PROVIDER.settings()).with("PAYMENTS_TIMEOUT", "1500ms");

  private static final BuyersForms FORMS = new BuyersForms(NODE);
  private static final OwnersOrders OWNER = new OwnersOrders(NODE);

  @BeforeEach
  void heal() {
    PROVIDER.heal();
    NODE.clock.advance(Duration.ofMinutes(2));
  }

  private static String unpaid() {
    JsonObject book = new Shop(NODE).sell("Book", "12.50", new JsonObject().put("hard", 3));
    return FORMS.order("/cart/" + variant(book, 0).getString("legacyId") + ":2");
  }

  private static String paid() {
    String order = unpaid();
    PROVIDER.approve(FORMS.paymentOrder(order));
    assertEquals(303, FORMS.act(order, "pay").status());
    return order;
  }

  private static List<String> refunds(String order) {
    return PROVIDER.order(FORMS.paymentOrder(order)).refundValues();
  }

  private static String page(String order) {
    return NODE.client().get(order).text();
  }

  private static String state(String order) {
    return FORMS.listed(order).getString("state");
  }

  private static String reference(String order) {
    return FORMS.listed(order).getString("reference");
  }

  private static void await(String order, String text) {
    String reference = reference(order);
    new Mails(NODE).await(mail -> mail.contains(reference) && mail.contains(text));
  }

  private static void ok(Client.Reply reply) {
    assertEquals(200, reply.status(), reply.text());
  }

  /** Returns the statuses of 30 concurrent calls. */
  private static List<Integer> concurrently(Supplier<Client.Reply> call) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Integer>> calls =
          Stream.generate(() -> (Callable<Integer>) () -> call.get().status()).limit(30).toList();
      return threads.invokeAll(calls).stream().map(Future::resultNow).toList();
    }
  }

  @Test
  void refundsWholePayment() {
    String order = paid();
    Client.Reply reply = OWNER.refund(order, "all");
    ok(reply);
    assertEquals("refunded", reply.json().getString("state"), reply.text());
    assertEquals("25.00", reply.json().getJsonObject("refunded").getString("amount"));
    assertEquals(List.of("25.00"), refunds(order));
    String page = page(order);
    assertTrue(page.contains("Your payment was refunded"), page);
    assertFalse(page.contains("will be shipped to you"), page);
    await(order, "Order " + reference(order) + ": refunded");
    await(order, "Your payment was refunded");
  }

  @Test
  void refundsPartsUpToThePayment() {
    String order = paid();
    Client.Reply part = OWNER.refund(order, "part", "5.00", "USD");
    ok(part);
    assertEquals("partly_refunded", part.json().getString("state"), part.text());
    String page = page(order);
    assertTrue(page.contains("Refunded: $5.00."), page);
    assertFalse(page.contains("will be shipped to you"), page);
    await(order, "Refunded: $5.00");
    assertEquals(400, OWNER.refund(order, "much", "20.01", "USD").status());
    assertEquals("refunded", OWNER.refund(order, "rest").json().getString("state"));
    assertEquals(List.of("5.00", "20.00"), refunds(order));
    assertEquals(400, OWNER.refund(order, "more").status());
    ok(OWNER.refund(order, "part", "5.00", "USD"));
  }

  @Test
  void rejectsRefundsThatCannotBeMade() {
    String order = paid();
    assertEquals(400, OWNER.refund(order, "much", "25.01", "USD").status());
    assertEquals(400, OWNER.refund(order, "none", "0.00", "USD").status());
    assertEquals(400, OWNER.refund(order, "other", "5.00", "EUR").status());
    assertEquals(409, OWNER.refund(unpaid(), "unpaid").status());
    assertEquals(404, OWNER.refund("/storefront/orders/" + "0".repeat(32), "no").status());
    assertEquals(List.of(), refunds(order));
    assertEquals("paid", state(order));
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of("500 before", Fault.instead(500, "{}")),
        Arguments.of("500 after", Fault.after(500, "{}")),
        Arguments.of("hang before", Fault.silent(false, "hang")),
        Arguments.of("hang after", Fault.silent(true, "hang")),
        Arguments.of("lost reply", Fault.silent(true, "reset")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void completesRefundAfterFault(String name, Fault fault) {
    String order = paid();
    PROVIDER.script("refund", fault);
    Client.Reply failed = OWNER.refund(order, "once", "5.00", "USD");
    assertTrue(failed.status() >= 500, name + ": " + failed.text());
    // The refund may have been made, so its amount is not available to others.
    assertEquals(400, OWNER.refund(order, "other", "20.01", "USD").status());
    heal();
    ok(OWNER.refund(order, "once", "5.00", "USD"));
    ok(OWNER.refund(order, "once", "5.00", "USD"));
    assertEquals(List.of("5.00"), refunds(order));
    assertEquals("partly_refunded", state(order));
    ok(OWNER.refund(order, "rest"));
    assertEquals(List.of("5.00", "20.00"), refunds(order));
  }

  @Test
  void releasesAmountOfRejectedRefund() {
    String order = paid();
    String disputed = "{\"details\":[{\"issue\":\"TRANSACTION_DISPUTED\"}]}";
    PROVIDER.script("refund", Fault.instead(422, disputed));
    Client.Reply rejected = OWNER.refund(order, "first");
    assertTrue(rejected.text().contains("TRANSACTION_DISPUTED"), rejected.text());
    assertTrue(rejected.status() < 500, rejected.text());
    PROVIDER.heal();
    ok(OWNER.refund(order, "second"));
    assertEquals(List.of("25.00"), refunds(order));
  }

  @Test
  void shipsOnceForEqualShipments() throws Exception {
    String order = paid();
    List<Integer> statuses = concurrently(() -> OWNER.ship(order, "DHL", "1"));
    assertTrue(statuses.stream().allMatch(status -> status == 200), statuses.toString());
    Client.Reply again = OWNER.ship(order, "DHL", "1");
    ok(again);
    assertEquals("shipped", again.json().getString("state"), again.text());
    assertTrue(page(order).contains("Carrier: DHL, tracking: 1."), page(order));
    ok(OWNER.ship(order, "UPS", ""));
    assertTrue(page(order).contains("Carrier: UPS."), page(order));
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
    assertTrue(page(order).contains("aria-current=\"step\">Delivered"), page(order));
    assertTrue(page(order).contains("Your order was delivered"), page(order));
    await(order, "Your order " + reference(order) + " was delivered");
    await(order, "Order " + reference(order) + ": delivered");
  }

  @Test
  void rejectsShipmentOfUnpaidOrder() {
    String order = unpaid();
    assertEquals(409, OWNER.ship(order, "DHL", "1").status());
    assertEquals("open", state(order));
    assertEquals(404, OWNER.ship("/storefront/orders/" + "0".repeat(32), "DHL", "").status());
  }

  @Test
  void showsShipmentOfPartlyRefundedOrder() {
    String order = paid();
    ok(OWNER.refund(order, "part", "5.00", "USD"));
    ok(OWNER.ship(order, "DHL", "1"));
    assertEquals("partly_refunded", state(order));
    String page = page(order);
    assertTrue(page.contains("Refunded: $5.00. Your order was shipped. Carrier: DHL"), page);
    await(order, "Carrier: DHL, tracking: 1.");
  }
}
