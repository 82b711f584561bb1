package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import dev.gatehouse.areas.payments.SignedEvents;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What buyers and the owner read about orders whose payment took an unusual course. */
@Tag("slow")
class OrderOutcomesTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();

  @RegisterExtension static final TestNode NODE = PROVIDER.node().with(PROVIDER.webhooks());

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);
  private static final SignedEvents SIGNER = new SignedEvents(PROVIDER);
  private JsonObject book;

  @BeforeEach
  void heal() {
    PROVIDER.heal();
    NODE.clock.advance(Duration.ofMinutes(2));
  }

  private String approved() {
    book = SHOP.sell("Book", "20", JsonObject.of("one", 1));
    String order = FORMS.order(Shop.cart(book, 1));
    PROVIDER.approve(FORMS.paymentOrder(order));
    return order;
  }

  private static void await(String order, String text) {
    String reference = FORMS.listed(order).getString("reference");
    new Mails(NODE).await(mail -> mail.contains(reference) && mail.contains(text));
  }

  private static Client.Reply captureInPublic(String order) {
    JsonObject body = JsonObject.of("orderID", FORMS.paymentOrder(order));
    return NODE.request("POST", "/payments/capture-order").json(body).send();
  }

  /** Captures an order so that neither the shop nor the payer gets a reply. */
  private static void payWithLostReply(String order) {
    PROVIDER.script("capture", Fault.silent(true, "reset"));
    // The read before the capture succeeds.
    PROVIDER.script("read", Fault.NONE, Fault.instead(500, "{}"));
    FORMS.act(order, "pay").expect(200);
    assertEquals("paying", FORMS.state(order));
    assertTrue(PROVIDER.captured().contains(FORMS.paymentOrder(order)));
    PROVIDER.heal();
  }

  private static void assertNoFalsePromise(String order) {
    NODE.get(order).lacks("will be shipped to you", "expired", "Nothing was taken");
  }

  /** Delivers a signed event. */
  private static void receive(JsonObject event) throws Exception {
    SIGNER.deliver(NODE, event).expect(200);
  }

  private static JsonObject ofOrder(String type, String payment) {
    return SignedEvents.event(type, JsonObject.of("id", payment));
  }

  @ParameterizedTest
  @CsvSource({"false, paid, is paid", "true, shipped, was shipped"})
  void endsChargebackAfterWonDispute(boolean ships, String state, String text) throws Exception {
    String order = approved();
    FORMS.act(order, "pay");
    if (ships) {
      SHOP.ship(order, "DHL", "1").expect(200);
    }
    String payment = FORMS.paymentOrder(order);
    PROVIDER.order(payment).reverse();
    receive(ofOrder("CHECKOUT.ORDER.COMPLETED", payment));
    Waiting.until(() -> FORMS.state(order).equals("charged_back"));
    NODE.get(order).has("Your payment was reversed");
    assertNoFalsePromise(order);
    String problem = FORMS.listed(order).getString("problem");
    assertTrue(problem.contains("chargeback"), problem);
    await(order, "Do not ship the goods.");
    PROVIDER.order(payment).returnToShop();
    // An event that is not about the end of a dispute may be older than the chargeback.
    receive(ofOrder("CHECKOUT.ORDER.APPROVED", payment));
    assertEquals("charged_back", FORMS.state(order));
    JsonObject resolved =
        SignedEvents.dispute("CUSTOMER.DISPUTE.RESOLVED", PROVIDER.order(payment).capture());
    resolved
        .getJsonObject("resource")
        .put("status", "RESOLVED")
        .put("dispute_outcome", JsonObject.of("outcome_code", "RESOLVED_SELLER_FAVOUR"));
    receive(resolved);
    Waiting.until(() -> FORMS.state(order).equals(state));
    NODE.get(order).has(text);
    await(order, "A chargeback was withdrawn");
    assertNull(FORMS.listed(order).getString("problem"));
  }

  /** The job would read the payment after ten minutes, and the shop after an hour. */
  @Test
  void paysPendingOrderAtOnceAfterWebhook() throws Exception {
    String order = approved();
    String payment = FORMS.paymentOrder(order);
    PROVIDER.order(payment).pend();
    FORMS.act(order, "pay");
    assertEquals("pending", FORMS.state(order));
    PROVIDER.order(payment).complete();
    String capture = PROVIDER.order(payment).capture();
    receive(SignedEvents.event("PAYMENT.CAPTURE.COMPLETED", JsonObject.of("id", capture)));
    assertEquals("paid", FORMS.state(order));
    NODE.get(order).has("Your order is paid");
  }

  @Test
  void tellsBuyerThatOrderExpired() throws Exception {
    String order = approved();
    NODE.clock.advance(Duration.ofMinutes(32));
    Waiting.until(() -> FORMS.state(order).equals("expired"));
    NODE.get(order)
        .has("Order expired because it was not paid in time")
        .has("If a payment arrives later, this page shows it.");
    assertEquals(0, PROVIDER.requests("capture").size());
  }

  @Test
  void tellsBuyerWhatFollowsIfSoldOut() throws Exception {
    String order = approved();
    NODE.clock.advance(Duration.ofMinutes(32));
    Waiting.until(() -> FORMS.state(order).equals("expired"));
    String faster = FORMS.order(Shop.cart(book, 1));
    PROVIDER.approve(FORMS.paymentOrder(faster));
    FORMS.act(faster, "pay");
    assertEquals("paid", FORMS.state(faster));
    captureInPublic(order).expect(200);
    Waiting.until(() -> FORMS.state(order).equals("paid"));
    NODE.get(order)
        .has("<h1>Your order is paid, but sold out</h1>", "will refund your payment")
        .has("aria-current=\"step\">Sold out<");
    assertNoFalsePromise(order);
    await(order, "no longer in stock");
    await(order, "Refund the payment in the console");
    SHOP.refund(order, "all").expect(200);
    NODE.get(order).has("Goods of this order were sold out.");
    NODE.get(faster).has("will be shipped to you");
  }

  @ParameterizedTest
  @CsvSource({"USD, 0.01", "JPY, 20"})
  void capturesNoChangedAmount(String currency, String value) {
    String order = approved();
    PROVIDER.order(FORMS.paymentOrder(order)).change(currency, value);
    captureInPublic(order).expect(409);
    assertFalse(PROVIDER.captured().contains(FORMS.paymentOrder(order)));
    assertEquals("open", FORMS.state(order));
  }

  @ParameterizedTest
  @CsvSource({"USD, 0.01", "JPY, 20"})
  void leavesOtherCapturedAmountToOwner(String currency, String value) throws Exception {
    String order = approved();
    PROVIDER.order(FORMS.paymentOrder(order)).changeAtCapture(currency, value);
    captureInPublic(order);
    Waiting.until(() -> FORMS.state(order).equals("unresolved"));
    String problem = FORMS.listed(order).getString("problem");
    assertEquals("ordered 20.00 USD, captured " + value + ' ' + currency, problem);
    NODE.get(order).has("Do not pay again.");
    assertNoFalsePromise(order);
    await(order, "Its payment is not as ordered: " + problem);
    NODE.clock.advance(Duration.ofMinutes(40));
    assertEquals("unresolved", FORMS.state(order));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "PUT"})
  void keepsCapturedOrderOfMissingProduct(String change) {
    String order = approved();
    payWithLostReply(order);
    String product = "/api/proxy/products/" + book.getString("legacyId");
    Client.Request request = SHOP.owner(change, product);
    if (change.equals("PUT")) {
      JsonObject stock = JsonObject.of("other", 1);
      request.json(JsonObject.of("name", "Book", "price", 30, "stock", stock));
    }
    assertTrue(request.send().status() < 300);
    NODE.clock.advance(Duration.ofMinutes(3));
    assertTrue(FORMS.act(order, "pay").status() < 400);
    assertEquals("paid", FORMS.state(order));
    assertNoMoneyForgotten(order);
  }

  private static void assertNoMoneyForgotten(String order) {
    NODE.get(order).has("Your order is paid").lacks("expired");
    await(order, "paid");
  }

  @Test
  void keepsOrderThatAnotherAccountCannotSee() throws Exception {
    String order = approved();
    payWithLostReply(order);
    Fault unknown = Fault.instead(404, "{\"name\":\"RESOURCE_NOT_FOUND\"}");
    PROVIDER.script("read", unknown);
    PROVIDER.script("capture", unknown);
    NODE.clock.advance(Duration.ofMinutes(3));
    FORMS.act(order, "pay");
    Waiting.until(() -> {
      NODE.clock.advance(Duration.ofMinutes(3));
      return FORMS.state(order).equals("unresolved");
    });
    String problem = FORMS.listed(order).getString("problem");
    assertTrue(problem.contains("client ID"), problem);
    NODE.get(order).has("Do not pay again.");
    assertNoFalsePromise(order);
    await(order, "client ID");
  }
}
