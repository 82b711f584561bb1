package dev.gatehouse.areas.payments;

import static dev.gatehouse.areas.payments.PaymentsInMemory.NOW;
import static dev.gatehouse.areas.payments.PaymentsInMemory.TOTAL;
import static dev.gatehouse.areas.payments.PaymentsInMemory.fail;
import static dev.gatehouse.areas.payments.PaymentsInMemory.refuse;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.OrderAmount;
import dev.gatehouse.areas.payments.CreateOperation.CreateOrderRequest.PurchaseUnit;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.areas.payments.paypal.PayPalOrder.Link;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.PaymentMessages.CheckoutOrder;
import dev.gatehouse.messages.PaymentMessages.CheckoutReply;
import dev.gatehouse.messages.PaymentMessages.CheckoutRequest;
import dev.gatehouse.messages.PaymentMessages.CheckoutTotal;
import dev.gatehouse.messages.PaymentMessages.CheckoutUnit;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The creation of an order after each reply of the provider. */
class CreateRepliesTest {
  private static final PayPalOrder MADE =
      new PayPalOrder(
          "5O1",
          "CAPTURE",
          "CREATED",
          null,
          null,
          List.of(
              new Link("https://pay/self", "self", "GET"),
              new Link("https://pay/approve", "approve", "GET")));

  private final PaymentsInMemory payments = new PaymentsInMemory();
  private final PaymentsInMemory.Provider provider = payments.provider;

  private static CreateOrderRequest order(String value) {
    var amount = new OrderAmount("USD", value, null);
    var unit = new PurchaseUnit(null, "Prints", null, null, amount, null);
    return new CreateOrderRequest("CAPTURE", List.of(unit));
  }

  /** Returns a call of a client that has an address. */
  private static Call call(String address, String key) {
    Map<String, Object> parameters = key == null ? Map.of() : Map.of("Idempotency-Key", key);
    return new Call(
        "payments.createOrder",
        Origin.ownTask("r", address),
        Deadline.in(Duration.ofSeconds(20)),
        parameters,
        null,
        List.of());
  }

  private JsonObject create(Call call, String value) {
    return payments.create.create(call, order(value)).json().toJsonObject();
  }

  private ApiError fault(Call call, String value) {
    return assertThrows(ApiException.class, () -> create(call, value)).failure();
  }

  private PaymentOrder stored(String request) {
    return payments.orders.find(request.replace("create ord-", "")).orElseThrow();
  }

  @Test
  void returnsCreatedOrder() {
    provider.creates.add(() -> MADE);
    JsonObject reply = create(call("a", null), "100.00");
    assertEquals("5O1", reply.getString("id"));
    assertEquals("CREATED", reply.getString("status"));
    assertEquals("https://pay/approve", reply.getString("approveUrl"));
    assertEquals(2, reply.getJsonArray("links").size());
    PaymentOrder stored = stored(provider.requests.getFirst());
    assertEquals(OrderState.OPEN, stored.state());
    assertEquals(TOTAL, stored.terms().total());
    assertEquals("Prints", stored.terms().description());
    assertNull(stored.terms().shopOrder());
    assertEquals(NOW.plus(CreateOperation.LIFETIME), stored.agenda().lookAt());
    JsonObject reported = new JsonObject(Json.encode(provider.body));
    JsonObject context =
        reported
            .getJsonObject("payment_source")
            .getJsonObject("paypal")
            .getJsonObject("experience_context");
    assertEquals("https://site/back", context.getString("return_url"));
    assertEquals("https://site/cancel", context.getString("cancel_url"));
    assertEquals("PAY_NOW", context.getString("user_action"));
    assertEquals(1, reported.getJsonArray("purchase_units").size());
  }

  @Test
  void createsOneOrderPerKeyAndClient() {
    provider.creates.add(() -> MADE);
    JsonObject first = create(call("a", "key"), "100.00");
    assertEquals(first, create(call("a", "key"), "100.00"));
    assertEquals(1, provider.requests.size());
    assertEquals(ErrorCode.IDEMPOTENCY_KEY_REUSED, fault(call("a", "key"), "99.00").code());
    provider.creates.add(() -> MADE);
    create(call("b", "key"), "100.00");
    assertNotEquals(provider.requests.getFirst(), provider.requests.getLast());
    provider.creates.add(() -> MADE);
    create(call("a", null), "100.00");
    assertEquals(3, provider.requests.stream().distinct().count());
  }

  @ParameterizedTest
  @CsvSource({
    "DUPLICATE_INVOICE_ID, INVOICE_ALREADY_PAID,"
        + " 'DUPLICATE_INVOICE_ID: this invoice is already paid'",
    "CURRENCY_NOT_SUPPORTED, PAYMENT_REJECTED,"
        + " 'CURRENCY_NOT_SUPPORTED: the payment provider rejects this order'",
  })
  void explainsRefusals(String issue, ErrorCode code, String message) {
    provider.creates.add(() -> refuse(422, issue));
    ApiError fault = fault(call("a", null), "100.00");
    assertEquals(code, fault.code());
    assertEquals(message, fault.message());
    PaymentOrder stored = stored(provider.requests.getFirst());
    assertEquals(OrderState.REFUSED, stored.state());
    assertEquals(issue, stored.standing().error());
    assertNull(stored.agenda().lookAt());
  }

  @Test
  void allowsRetryWithKey() {
    ApiError late = ApiError.of(ErrorCode.TIMEOUT, "late").because("no reply");
    for (int i = 0; i < 2; i++) {
      provider.creates.add(() -> fail(late));
    }
    ApiError retryable = fault(call("a", "key"), "100.00");
    assertEquals(ErrorCode.OUTCOME_UNKNOWN_RETRYABLE, retryable.code());
    assertEquals("late; repeat the request", retryable.message());
    assertEquals("no reply", retryable.detail());
    assertEquals("2", retryable.headers().get("Retry-After"));
    assertEquals(OrderState.CREATING, stored(provider.requests.getFirst()).state());
    assertEquals(late, fault(call("a", null), "100.00"));
    provider.creates.add(() -> fail(ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away")));
    assertEquals(ErrorCode.PROVIDER_UNAVAILABLE, fault(call("b", "key"), "100.00").code());
    provider.creates.add(() -> MADE);
    assertEquals("5O1", create(call("a", "key"), "100.00").getString("id"));
  }

  @Test
  void createsOrdersOfShop() {
    var unit = new CheckoutUnit("default", "Order", new CheckoutTotal("USD", "100.00", null), null);
    var request =
        new CheckoutRequest(
            "shop-order",
            new CheckoutOrder("CAPTURE", List.of(unit)),
            "https://shop/order",
            "https://shop/cart");
    provider.creates.add(() -> MADE);
    CheckoutReply reply = payments.create.checkout(call("a", null), request);
    assertEquals(new CheckoutReply(true, "5O1", "https://pay/approve"), reply);
    assertEquals(reply, payments.create.checkout(call("b", null), request));
    PaymentOrder stored = stored(provider.requests.getFirst());
    assertEquals("shop-order", stored.terms().shopOrder());
    String reported = Json.encode(provider.body).toString();
    assertEquals(1, provider.requests.size());
    for (String part : List.of("https://shop/order", "https://shop/cart", "CONTINUE")) {
      assertEquals(1, reported.split(part, -1).length - 1, reported);
    }
    CheckoutReply none = new PaymentsInMemory("").create.checkout(call("a", null), request);
    assertFalse(none.configured());
  }

  @Test
  void returnsNoAddressIfProviderHasNone() {
    provider.creates.add(() -> new PayPalOrder("5O1", "CAPTURE", null, null, null, null));
    assertNull(create(call("a", null), "100.00").getString("approveUrl"));
    assertEquals(
        "https://pay/act",
        createdWith(new Link("https://pay/act", "payer-action", "GET")).getString("approveUrl"));
    assertNull(
        createdWith(new Link("https://pay/edit", "update", "PATCH")).getString("approveUrl"));
  }

  private JsonObject createdWith(Link link) {
    provider.creates.add(
        () -> new PayPalOrder("5O1", "CAPTURE", "CREATED", null, null, List.of(link)));
    return create(call("a", null), "100.00");
  }

  @Test
  void requiresProvider() {
    var none = new PaymentsInMemory("");
    ApiException refused =
        assertThrows(
            ApiException.class, () -> none.create.create(call("a", null), order("100.00")));
    assertEquals(ErrorCode.NOT_CONFIGURED, refused.failure().code());
    assertEquals(
        "payments is not configured: set GATEHOUSE_PAYMENTS_URL", refused.failure().message());
  }
}
