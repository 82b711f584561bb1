package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.variant;
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
import org.junit.jupiter.api.BeforeAll;
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

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with(PROVIDER.settings())
          .with("PAYMENTS_WEBHOOK_ID", SignedEvents.WEBHOOK)
          .with("PAYMENTS_WEBHOOK_CERTIFICATES", PROVIDER.certificates())
          .with("PAYMENTS_TIMEOUT", "1500ms");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);
  private static SignedEvents signer;
  private JsonObject book;

  @BeforeAll
  static void sign() throws Exception {
    signer = new SignedEvents(PROVIDER);
  }

  @BeforeEach
  void heal() {
    PROVIDER.heal();
    NODE.clock.advance(Duration.ofMinutes(2));
  }

  private String approved() {
    book = SHOP.sell("Book", "20", new JsonObject().put("one", 1));
    String order = FORMS.order("/cart/" + variant(book, 0).getString("legacyId") + ":1");
    PROVIDER.approve(FORMS.paymentOrder(order));
    return order;
  }

  private static String page(String order) {
    return NODE.client().get(order).text();
  }

  private static String state(String order) {
    return FORMS.listed(order).getString("state");
  }

  private static void await(String order, String text) {
    String reference = FORMS.listed(order).getString("reference");
    new Mails(NODE).await(mail -> mail.contains(reference) && mail.contains(text));
  }

  private static Client.Reply captureInPublic(String order) {
    JsonObject body = new JsonObject().put("orderID", FORMS.paymentOrder(order));
    return NODE.client().request("POST", "/payments/capture-order").json(body).send();
  }

  /** Captures an order so that neither the shop nor the payer gets a reply. */
  private static void payWithLostReply(String order) {
    PROVIDER.script("capture", Fault.silent(true, "reset"));
    // The read before the capture succeeds.
    PROVIDER.script("read", Fault.NONE, Fault.instead(500, "{}"));
    assertEquals(200, FORMS.act(order, "pay").status());
    assertEquals("paying", state(order));
    assertTrue(PROVIDER.captured().contains(FORMS.paymentOrder(order)));
    PROVIDER.heal();
  }

  private static void assertNoFalsePromise(String order) {
    String page = page(order);
    assertFalse(page.contains("will be shipped to you"), page);
    assertFalse(page.contains("expired"), page);
    assertFalse(page.contains("Nothing was taken"), page);
  }

  /** Delivers a signed event. */
  private static void receive(JsonObject event) throws Exception {
    Client.Reply taken = signer.deliver(NODE, event);
    assertEquals(200, taken.status(), taken.text());
  }

  private static JsonObject ofOrder(String type, String payment) {
    return SignedEvents.event(type, new JsonObject().put("id", payment));
  }

  @ParameterizedTest
  @CsvSource({"false, paid, is paid", "true, shipped, was shipped"})
  void endsChargebackAfterWonDispute(boolean ships, String state, String text) throws Exception {
    String order = approved();
    FORMS.act(order, "pay");
    if (ships) {
      assertEquals(200, new OwnersOrders(NODE).ship(order, "DHL", "1").status());
    }
    String payment = FORMS.paymentOrder(order);
    PROVIDER.order(payment).reverse();
    receive(ofOrder("CHECKOUT.ORDER.COMPLETED", payment));
    Waiting.until(() -> state(order).equals("charged_back"));
    PROVIDER.order(payment).returnToShop();
    // An event that is not about the end of a dispute may be older than the chargeback.
    receive(ofOrder("CHECKOUT.ORDER.APPROVED", payment));
    assertEquals("charged_back", state(order));
    JsonObject resolved =
        SignedEvents.dispute("CUSTOMER.DISPUTE.RESOLVED", PROVIDER.order(payment).capture());
    resolved
        .getJsonObject("resource")
        .put("status", "RESOLVED")
        .put("dispute_outcome", new JsonObject().put("outcome_code", "RESOLVED_SELLER_FAVOUR"));
    receive(resolved);
    Waiting.until(() -> state(order).equals(state));
    assertTrue(page(order).contains(text), page(order));
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
    assertEquals("pending", state(order));
    PROVIDER.order(payment).complete();
    String capture = PROVIDER.order(payment).capture();
    receive(SignedEvents.event("PAYMENT.CAPTURE.COMPLETED", new JsonObject().put("id", capture)));
    assertEquals("paid", state(order));
    assertTrue(page(order).contains("Your order is paid"), page(order));
  }

  @Test
  void reportsChargeback() throws Exception {
    String order = approved();
    FORMS.act(order, "pay");
    PROVIDER.order(FORMS.paymentOrder(order)).reverse();
    receive(ofOrder("CHECKOUT.ORDER.COMPLETED", FORMS.paymentOrder(order)));
    Waiting.until(() -> state(order).equals("charged_back"));
    assertTrue(page(order).contains("Your payment was reversed"), page(order));
    assertNoFalsePromise(order);
    String problem = FORMS.listed(order).getString("problem");
    assertTrue(problem.contains("chargeback"), problem);
    await(order, "Do not ship the goods.");
  }

  @Test
  void tellsBuyerThatOrderExpired() throws Exception {
    String order = approved();
    NODE.clock.advance(Duration.ofMinutes(32));
    Waiting.until(() -> state(order).equals("expired"));
    String page = page(order);
    assertTrue(page.contains("Order expired because it was not paid in time"), page);
    assertTrue(page.contains("If a payment arrives later, this page shows it."), page);
    assertEquals(0, PROVIDER.requests("capture").size());
  }

  @Test
  void tellsBuyerWhatFollowsIfSoldOut() throws Exception {
    String order = approved();
    NODE.clock.advance(Duration.ofMinutes(32));
    Waiting.until(() -> state(order).equals("expired"));
    String faster = FORMS.order("/cart/" + variant(book, 0).getString("legacyId") + ":1");
    PROVIDER.approve(FORMS.paymentOrder(faster));
    FORMS.act(faster, "pay");
    assertEquals("paid", state(faster));
    assertEquals(200, captureInPublic(order).status());
    Waiting.until(() -> state(order).equals("paid"));
    String page = page(order);
    assertTrue(page.contains("<h1>Your order is paid, but sold out</h1>"), page);
    assertTrue(page.contains("will refund your payment"), page);
    assertTrue(page.contains("aria-current=\"step\">Sold out<"), page);
    assertNoFalsePromise(order);
    await(order, "no longer in stock");
    await(order, "Refund the payment in the console");
    assertEquals(200, new OwnersOrders(NODE).refund(order, "all").status());
    assertTrue(page(order).contains("Goods of this order were sold out."), page(order));
    assertTrue(page(faster).contains("will be shipped to you"), page(faster));
  }

  @ParameterizedTest
  @CsvSource({"USD, 0.01", "JPY, 20"})
  void capturesNoChangedAmount(String currency, String value) {
    String order = approved();
    PROVIDER.order(FORMS.paymentOrder(order)).change(currency, value);
    assertEquals(409, captureInPublic(order).status());
    assertFalse(PROVIDER.captured().contains(FORMS.paymentOrder(order)));
    assertEquals("open", state(order));
  }

  @ParameterizedTest
  @CsvSource({"USD, 0.01", "JPY, 20"})
  void leavesOtherCapturedAmountToOwner(String currency, String value) throws Exception {
    String order = approved();
    PROVIDER.order(FORMS.paymentOrder(order)).changeAtCapture(currency, value);
    captureInPublic(order);
    Waiting.until(() -> state(order).equals("unresolved"));
    String problem = FORMS.listed(order).getString("problem");
    assertEquals("ordered 20.00 USD, captured " + value + ' ' + currency, problem);
    assertTrue(page(order).contains("Do not pay again."), page(order));
    assertNoFalsePromise(order);
    await(order, "Its payment is not as ordered: " + problem);
    NODE.clock.advance(Duration.ofMinutes(40));
    assertEquals("unresolved", state(order));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "PUT"})
  void keepsCapturedOrderOfMissingProduct(String change) {
    String order = approved();
    payWithLostReply(order);
    String product = "/api/proxy/products/" + book.getString("legacyId");
    Client.Request request = SHOP.owner(change, product);
    if (change.equals("PUT")) {
      JsonObject stock = new JsonObject().put("other", 1);
      request.json(new JsonObject().put("name", "Book").put("price", 30).put("stock", stock));
    }
    assertTrue(request.send().status() < 300);
    NODE.clock.advance(Duration.ofMinutes(3));
    assertTrue(FORMS.act(order, "pay").status() < 400);
    assertEquals("paid", state(order));
    assertNoMoneyForgotten(order);
  }

  private static void assertNoMoneyForgotten(String order) {
    String page = page(order);
    assertTrue(page.contains("Your order is paid"), page);
    assertFalse(page.contains("expired"), page);
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
      return state(order).equals("unresolved");
    });
    String problem = FORMS.listed(order).getString("problem");
    assertTrue(problem.contains("client ID"), problem);
    assertTrue(page(order).contains("Do not pay again."), page(order));
    assertNoFalsePromise(order);
    await(order, "client ID");
  }
}
