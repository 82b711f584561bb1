package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders from their creation to the payment, over HTTP, with a provider on loopback. */
class PaymentsTest {
  private static final Shop SHOP = new Shop();
  @RegisterExtension static final TestNode NODE = SHOP.node;

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
    JsonObject order = shopping("29.80", "5.00", "34.80");
    SHOP.create(order).expect(201);
    PayPalSimulator.Request reported = provider.requests("create").getFirst();
    assertEquals(order, new JsonObject(reported.body()));
    assertTrue(reported.requestId().startsWith("ord-"), reported.requestId());
  }

  private static JsonObject shopping(String items, String shipping, String whole) {
    JsonObject order = Shop.order("USD", whole);
    JsonObject unit = order.getJsonArray("purchase_units").getJsonObject(0);
    JsonObject item =
        new JsonObject()
            .put("name", "A shirt")
            .put("sku", "0123456789abcdef01234567")
            .put("quantity", "2")
            .put("unit_amount", amount("14.90"));
    unit.put("description", "Two shirts").put("items", new JsonArray().add(item));
    unit.getJsonObject("amount")
        .put("breakdown", JsonObject.of("item_total", amount(items), "shipping", amount(shipping)));
    return order;
  }

  private static JsonObject amount(String value) {
    return JsonObject.of("currency_code", "USD", "value", value);
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
}
