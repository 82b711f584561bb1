package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders from their creation to the payment, over HTTP, with a provider on loopback. */
class PaymentsTest {
  private static final Shop SHOP = new Shop();

  @RegisterExtension
  static final TestNode NODE = SHOP.node.with("OWNER_EMAIL", "owner@example.org");

  private final PayPalSimulator provider = SHOP.provider;

  @BeforeEach
  void heal() {
    SHOP.heal();
  }

  @Test
  void createsCapturesAndListsOrder() {
    Client.Reply made = SHOP.create(Shop.order("USD", "100.00")).expect(201);
    String id = made.json().getString("id");
    assertEquals("CREATED", made.json().getString("status"));
    assertEquals(
        "https://www.sandbox.paypal.com/checkoutnow?token=" + id,
        made.json().getString("approveUrl"));
    assertEquals("open", SHOP.state(id));

    Client.Reply early = SHOP.capture(id).expect(409);
    assertTrue(early.error().startsWith("ORDER_NOT_APPROVED"), early.error());

    provider.approve(id);
    Client.Reply paid = SHOP.capture(id).expect(200);
    JsonObject capture = paid.json().getJsonArray("captures").getJsonObject(0);
    assertEquals("COMPLETED 100.00", paid.json().getString("status") + ' ' + value(capture));
    assertEquals(
        "payer@example.com", paid.json().getJsonObject("payer").getString("email_address"));
    assertNull(paid.json().getBoolean("pending"));

    assertEquals(paid.json(), SHOP.capture(id).json());
    assertEquals(2, provider.requests("capture").size());
    assertEquals(1, provider.order(id).captures.size());
    JsonObject listed = SHOP.listed(id);
    assertEquals("paid", listed.getString("state"));
    assertEquals("100.00", listed.getJsonObject("amount").getString("value"));
    assertFalse(Instant.parse(listed.getString("paidAt")).isAfter(NODE.clock.instant()));
  }

  private static String value(JsonObject capture) {
    return capture.getJsonObject("amount").getString("value");
  }

  /** The provider gets exactly the order that the client sent. */
  @Test
  void sendsItemsAndTotalsToProvider() {
    JsonObject order =
        Samples.json(
            """
            {'intent': 'CAPTURE', 'purchase_units': [{'description': 'Two shirts',
              'amount': {'currency_code': 'USD', 'value': '34.80', 'breakdown': {
                'item_total': {'currency_code': 'USD', 'value': '29.80'},
                'shipping': {'currency_code': 'USD', 'value': '5.00'}}},
              'items': [{'name': 'A shirt', 'sku': '0123456789abcdef01234567', 'quantity': '2',
                'unit_amount': {'currency_code': 'USD', 'value': '14.90'}}]}]}
            """);
    SHOP.create(order).expect(201);
    PayPalSimulator.Request reported = provider.requests("create").getFirst();
    assertEquals(order, new JsonObject(reported.body()));
    assertTrue(reported.requestId().startsWith("ord-"), reported.requestId());
  }

  @ParameterizedTest
  @CsvSource({
    "USD, 0.01, 201",
    "USD, 12345678901234567890.99, 201",
    "JPY, 1200, 201",
    "KWD, 1.234, 400",
    "KWD, 1, 400",
    "TWD, 12, 201",
    "HUF, 1200, 201",
    "JPY, 1200.5, 400",
    "HUF, 1200.50, 400",
    "USD, 1.001, 400",
    "USD, 0.00, 400",
    "USD, -1.00, 400",
    "usd, 1.00, 400",
    "ZZZ, 1.00, 400",
  })
  void acceptsOnlyExactAmounts(String currency, String value, int status) {
    Client.Reply reply = SHOP.create(Shop.order(currency, value)).expect(status);
    if (status == 201) {
      JsonObject listed = SHOP.listed(reply.json().getString("id"));
      String kept = listed.getJsonObject("amount").getString("value");
      assertEquals(0, new BigDecimal(value).compareTo(new BigDecimal(kept)), kept);
    } else {
      assertTrue(reply.error().contains("purchase_units[0].amount"), reply.error());
      assertEquals(0, provider.requests("create").size());
    }
  }

  private Client.Reply createUnder(String key, JsonObject order) {
    return NODE.owner("POST", Shop.CREATE).header("Idempotency-Key", key).json(order).send();
  }

  /** The reply to the creation was lost. A repeat under the same key finds that order. */
  @Test
  void createsOneOrderPerIdempotencyKey() {
    provider.script(
        "create",
        PayPalSimulator.Fault.after(500, ""),
        PayPalSimulator.Fault.after(500, ""),
        PayPalSimulator.Fault.after(500, ""),
        PayPalSimulator.Fault.silent(true, "hang"),
        PayPalSimulator.Fault.NONE);
    // A key of an earlier run has an order.
    String key = "key-" + System.nanoTime();
    int before = provider.orders().size();
    createUnder(key, Shop.order("USD", "7.00")).expect(502);
    createUnder(key, Shop.order("USD", "7.00")).expect(503);
    Client.Reply made = createUnder(key, Shop.order("USD", "7.00")).expect(201);
    assertEquals(made.json(), createUnder(key, Shop.order("USD", "7.00")).json());
    createUnder(key, Shop.order("USD", "8.00")).expect(400);
    assertEquals(before + 1, provider.orders().size());
    assertEquals(
        1,
        provider.requests("create").stream()
            .map(PayPalSimulator.Request::requestId)
            .distinct()
            .count());
  }

  @ParameterizedTest
  @CsvSource({
    "401, AUTHENTICATION_FAILURE, 502",
    "403, PERMISSION_DENIED, 502",
    "400, INVALID_REQUEST, 400",
    "422, CURRENCY_NOT_SUPPORTED, 400",
    "422, DUPLICATE_INVOICE_ID, 409",
    "500, INTERNAL_SERVER_ERROR, 502",
    "201, garbage, 502"
  })
  void mapsProviderErrorsToReplies(int status, String issue, int expected) {
    String body = issue.equals("garbage") ? "<html>" : PayPalSimulator.error(issue);
    provider.script("create", PayPalSimulator.Fault.instead(status, body));
    Client.Reply reply = SHOP.create(Shop.order("USD", "1.00")).expect(expected);
    assertEquals(expected < 500, reply.error().startsWith(issue + ": "), reply.error());
    reply.lacks(PayPalSimulator.SECRET);
  }

  @Test
  void forwardsRetryAfterOfProvider() {
    provider.script(
        "create",
        PayPalSimulator.Fault.instead(
            429, PayPalSimulator.error("RATE_LIMIT_REACHED"), "Retry-After", "30"));
    assertEquals("30", SHOP.create(Shop.order("USD", "1.00")).expect(503).header("Retry-After"));
  }

  @Test
  void acceptsThreeNamesForOrderId() {
    String id = SHOP.created();
    for (String name : List.of("orderID", "orderId", "id")) {
      NODE.request("POST", Shop.CAPTURE).json(JsonObject.of(name, id)).expect(409);
    }
  }

  @Test
  void countsEachPaidOrderOnceInDailyReport() throws Exception {
    NODE.clock.advance(Duration.ofDays(40));
    Instant from = NODE.clock.instant();
    for (String value : List.of("10.00", "2.50")) {
      String id = SHOP.create(Shop.order("CHF", value)).json().getString("id");
      provider.approve(id);
      SHOP.capture(id);
      SHOP.capture(id);
    }
    SHOP.created();
    JsonObject day =
        new JsonObject().put("from", from).put("until", NODE.clock.instant().plusSeconds(1));
    JsonArray figures = NODE.manage("payments.figures", day).json().getJsonArray("figures");
    JsonObject sum = JsonObject.of("kind", "", "currency", "CHF", "value", "12.50");
    assertEquals(figure("orders", 3, new JsonArray()), figures.getJsonObject(0));
    assertEquals(figure("orders paid", 2, new JsonArray().add(sum)), figures.getJsonObject(1));
    // The job may just be running by itself.
    Waiting.until(() ->
        NODE.manage("jobs.run", JsonObject.of("name", "node.figures"))
                .json()
                .getString("outcome")
                .equals("done")
            && NODE.metrics()
                .contains("gatehouse_amounts{currency=\"CHF\",name=\"orders_paid\"} 12.5\n"));
  }

  private static JsonObject figure(String name, int count, JsonArray amounts) {
    return JsonObject.of("name", name, "count", count, "amounts", amounts);
  }

  /** Invalid amounts, as a mock of the published API description returns them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"currency_code\":\"str\",\"value\":\"string\"}",
        "{\"currency_code\":\"USD\"}",
        "{}"
      })
  void anOddAmountHidesNoPayment(String amount) {
    String id = SHOP.approved();
    provider.order(id).units.getJsonObject(0).put("amount", new JsonObject(amount));
    SHOP.capture(id).expect(200);
    assertEquals("paid", SHOP.state(id));
  }

  @Test
  void marksUnpaidOrderVoidedByProvider() throws Exception {
    String kept = SHOP.created();
    String gone = SHOP.created();
    provider.order(gone).status = "VOIDED";
    NODE.clock.advance(Duration.ofHours(8));
    Waiting.until(() -> SHOP.state(gone).equals("voided"));
    assertEquals("open", SHOP.state(kept));
  }

  /** Without a price check, too, the wrong amount is stored, listed, counted and mailed. */
  @ParameterizedTest
  @CsvSource({
    "USD, 99.99, 'ordered 100.00 USD, captured 99.99 USD'",
    "USD, 100.01, 'ordered 100.00 USD, captured 100.01 USD'",
    "EUR, 100.00, 'ordered 100.00 USD, captured 100.00 EUR'",
    "USD, 1e2, 'ordered 100.00 USD, and the provider returns no captured amount'",
    "USD, 100.00, ",
  })
  void reportsCaptureThatDiffersFromOrder(String currency, String value, String problem)
      throws Exception {
    String id = SHOP.approved();
    Instant from = NODE.clock.instant();
    provider
        .order(id)
        .units
        .getJsonObject(0)
        .put("amount", JsonObject.of("currency_code", currency, "value", value));
    SHOP.capture(id).expect(200);
    assertEquals("paid " + problem, SHOP.state(id) + ' ' + SHOP.listed(id).getString("problem"));
    assertEquals(problem == null ? 0 : 1, counted("payments needing attention", from));
    if (problem != null) {
      NODE.clock.advance(Duration.ofMinutes(1));
      new Mails(NODE)
          .await(mail -> mail.contains("attention: " + id) && mail.contains(problem + "."));
    }
    // Moves the orders of the next row to another day.
    NODE.clock.advance(Duration.ofDays(1));
  }

  private static JsonObject unit(String value, String status) {
    JsonObject amount = JsonObject.of("currency_code", "USD", "value", value);
    JsonObject capture = JsonObject.of("id", "3C" + value, "status", status, "amount", amount);
    JsonObject payments = JsonObject.of("captures", JsonArray.of(capture));
    return JsonObject.of("amount", amount, "payments", payments);
  }

  @Test
  void leavesPartialCaptureToOwner() throws Exception {
    JsonObject order = Shop.order("USD", "70.00");
    JsonObject second =
        JsonObject.of("reference_id", "2", "amount", unit("30.00", "").getValue("amount"));
    order.getJsonArray("purchase_units").add(second);
    String id = SHOP.create(order).json().getString("id");
    JsonArray units = JsonArray.of(unit("70.00", "COMPLETED"), unit("30.00", "DECLINED"));
    JsonObject reported = JsonObject.of("id", id, "intent", "CAPTURE", "status", "COMPLETED");
    String text = reported.put("purchase_units", units).encode();
    provider.script("capture", Fault.instead(201, text));
    provider.script("read", Fault.instead(200, text));
    for (int times = 0; times < 2; times++) {
      SHOP.capture(id).expect(409, "payment_unresolved");
    }
    assertEquals(1, provider.requests("capture").size());
    assertEquals("unresolved", SHOP.state(id));
    String problem = "one part was captured and another was declined";
    assertEquals(problem, SHOP.listed(id).getString("problem"));
    NODE.clock.advance(Duration.ofMinutes(1));
    new Mails(NODE).await(mail -> mail.contains(id) && mail.contains(problem));
  }

  private static int counted(String name, Instant from) throws IOException {
    JsonObject day =
        new JsonObject().put("from", from).put("until", NODE.clock.instant().plusSeconds(1));
    return NODE.manage("payments.figures", day).found("figures", "name", name).getInteger("count");
  }
}
