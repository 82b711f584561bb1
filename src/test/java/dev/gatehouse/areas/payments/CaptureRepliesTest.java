package dev.gatehouse.areas.payments;

import static dev.gatehouse.areas.payments.PaymentsInMemory.ID;
import static dev.gatehouse.areas.payments.PaymentsInMemory.NOW;
import static dev.gatehouse.areas.payments.PaymentsInMemory.TOTAL;
import static dev.gatehouse.areas.payments.PaymentsInMemory.fail;
import static dev.gatehouse.areas.payments.PaymentsInMemory.refuse;
import static dev.gatehouse.areas.payments.PaymentsInMemory.reported;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.PaymentMessages.AgreedOrder;
import dev.gatehouse.messages.PaymentMessages.PaymentCaptured;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Captures: which orders, by whom, at which amount, and the result after each provider reply. */
class CaptureRepliesTest {
  private static final Instant LAST_LOOK = NOW.plus(CreateOperation.LIFETIME);
  private static final String CAPTURE = "capture 5O1 cap-5O1";
  private static final String READ = "read 5O1";
  private static final PayPalOrder PAID = reported("COMPLETED", "COMPLETED 100.00 USD");
  private static final PayPalOrder APPROVED = reported("APPROVED", null);

  private final PaymentsInMemory payments = new PaymentsInMemory();
  private final PaymentsInMemory.Provider provider = payments.provider;

  private static <T> T lose() {
    return fail(ApiError.unknown("lost").because("no reply"));
  }

  @ParameterizedTest
  @CsvSource({
    "422, INSTRUMENT_DECLINED, PAYMENT_DECLINED, DECLINED,"
        + " 'INSTRUMENT_DECLINED: the payment was declined, pay by another method'",
    "422, CARD_EXPIRED, PAYMENT_DECLINED, DECLINED,"
        + " 'CARD_EXPIRED: the payment was declined, pay by another method'",
    "404, INVALID_RESOURCE_ID, ORDER_NOT_FOUND, EXPIRED, order not found",
    "422, ORDER_NOT_APPROVED, ORDER_NOT_APPROVED, OPEN,"
        + " 'ORDER_NOT_APPROVED: the payer has not approved this order yet'",
    "422, PAYER_ACTION_REQUIRED, PAYER_ACTION_REQUIRED, OPEN,"
        + " 'PAYER_ACTION_REQUIRED: the payer must continue at https://pay/act'",
    "422, A_NEW_WORD, ORDER_NOT_CAPTURABLE, OPEN,"
        + " 'A_NEW_WORD: the payment provider does not capture this order'",
  })
  void explainsRefusals(
      int status, String issue, ErrorCode code, OrderState state, String message) {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> refuse(status, issue));
    ApiError fault = payments.captureFault(code);
    assertEquals(message, fault.message());
    assertEquals(state, payments.state());
    assertEquals(issue, payments.order().standing().error());
    assertEquals(LAST_LOOK, payments.order().agenda().lookAt());
    assertNull(payments.order().agenda().busyUntil());
    String next = state == OrderState.DECLINED ? "cap-5O1-1" : "cap-5O1";
    assertEquals(next, payments.order().captureRequest());
  }

  @Test
  void leavesUnknownOutcomeToNextCaller() {
    payments.open("CAPTURE", null);
    for (int i = 0; i < 2; i++) {
      provider.captures.add(CaptureRepliesTest::lose);
      provider.reads.add(Optional::empty);
    }
    ApiError fault = payments.captureFault(ErrorCode.CAPTURE_IN_PROGRESS);
    assertEquals("5", fault.headers().get("Retry-After"));
    assertEquals("the provider shows no capture yet", fault.detail());
    assertEquals(OrderState.CAPTURING, payments.state());
    assertEquals(NOW.plusSeconds(30), payments.order().agenda().lookAt());
    assertNull(payments.order().agenda().busyUntil());
    // The next caller reads the order first.
    provider.requests.clear();
    provider.reads.add(() -> Optional.of(PAID));
    assertEquals("COMPLETED", payments.captured().getString("status"));
    assertEquals(List.of(READ), provider.requests);
  }

  @Test
  void beginsNoSecondAttemptLate() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> {
      payments.clock.advance(Duration.ofMillis(15_001));
      return lose();
    });
    provider.reads.add(() -> Optional.of(APPROVED));
    payments.captureFault(ErrorCode.CAPTURE_IN_PROGRESS);
    assertEquals(List.of(CAPTURE, READ), provider.requests);
  }

  @Test
  void keepsOutcomeUnknownIfReadFails() {
    payments.open("CAPTURE", null);
    provider.captures.add(CaptureRepliesTest::lose);
    provider.reads.add(
        () -> fail(ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away").because("no connection")));
    ApiError fault = payments.captureFault(ErrorCode.CAPTURE_IN_PROGRESS);
    assertEquals("no connection", fault.detail());
    assertEquals(OrderState.CAPTURING, payments.state());
  }

  @Test
  void reopensOrderAfterKnownFailure() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> fail(ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away")));
    payments.captureFault(ErrorCode.PROVIDER_UNAVAILABLE);
    assertEquals(OrderState.OPEN, payments.state());
    assertEquals(LAST_LOOK, payments.order().agenda().lookAt());
  }

  /** Each unknown outcome is followed by a read, and by one repetition of the same request. */
  @ParameterizedTest
  @CsvSource({
    "0, LOST, 0",
    "422, ORDER_ALREADY_CAPTURED, 0",
    "422, ORDER_COMPLETION_IN_PROGRESS, 2",
    "422, PREVIOUS_REQUEST_IN_PROGRESS, 2",
    "409, RESOURCE_CONFLICT, 2",
  })
  void readsOrderThatMayBeCaptured(int status, String issue, int seconds) {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> status == 0 ? lose() : refuse(status, issue));
    provider.reads.add(() -> Optional.of(PAID));
    assertEquals("COMPLETED", payments.captured().getString("status"));
    assertEquals(seconds == 0 ? List.of() : List.of(Duration.ofSeconds(seconds)), payments.pauses);
    assertEquals(List.of(CAPTURE, READ), provider.requests);
    assertEquals(OrderState.PAID, payments.state());
  }

  @ParameterizedTest
  @CsvSource({"0, 0, PAID", "409, 0, PAID", "0, 500, CAPTURING"})
  void repeatsUncapturedRequestOnce(int first, int second, OrderState state) {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> first == 0 ? lose() : refuse(first, "RESOURCE_CONFLICT"));
    provider.reads.add(() -> Optional.of(APPROVED));
    ApiError away = ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away");
    provider.captures.add(() -> second == 0 ? PAID : fail(away));
    if (state == OrderState.PAID) {
      payments.captured();
    } else {
      payments.captureFault(ErrorCode.CAPTURE_IN_PROGRESS);
    }
    assertEquals(state, payments.state());
    assertEquals(List.of(CAPTURE, READ, CAPTURE), provider.requests);
  }

  /** A read of the order that has no capture yet is enough if the provider says that it has. */
  @Test
  void doubtsCaptureThatOrderDoesNotShow() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> refuse(422, "ORDER_ALREADY_CAPTURED"));
    provider.reads.add(() -> Optional.of(APPROVED));
    provider.reads.add(() -> Optional.of(reported("APPROVED", "COMPLETED 100.00 USD")));
    ApiError fault = payments.captureFault(ErrorCode.CAPTURE_IN_PROGRESS);
    assertEquals("the order has a capture, but its status is APPROVED", fault.detail());
  }

  @Test
  void readsOrderIfReplyHasNoAmount() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> reported("COMPLETED", "COMPLETED"));
    provider.reads.add(() -> Optional.of(PAID));
    JsonObject capture = payments.captured().getJsonArray("captures").getJsonObject(0);
    assertEquals("100.00", capture.getJsonObject("amount").getString("value"));
    assertEquals(List.of(CAPTURE, READ), provider.requests);
  }

  @Test
  void rejectsPartialCapture() {
    payments.open();
    provider.reads.add(() -> Optional.of(APPROVED));
    provider.captures.add(() -> reported("COMPLETED", "COMPLETED 60.00 USD; DECLINED 40.00 USD"));
    payments.captureFault(ErrorCode.PAYMENT_UNRESOLVED);
    assertEquals(OrderState.UNRESOLVED, payments.state());
    String problem = payments.order().payment().problem();
    assertEquals("one part was captured and another was declined", problem);
    payments.captureFault(ErrorCode.PAYMENT_UNRESOLVED);
    assertEquals(List.of(READ, CAPTURE), provider.requests);
  }

  @Test
  void reportsDeclineOfReply() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> reported("COMPLETED", "DECLINED 100.00 USD"));
    ApiError fault = payments.captureFault(ErrorCode.PAYMENT_DECLINED);
    assertTrue(fault.message().startsWith("DECLINED: "), fault.message());
    assertEquals(OrderState.DECLINED, payments.state());
  }

  /** The order may have been captured with another account. */
  @Test
  void keepsTriedOrderThatProviderDoesNotKnow() {
    payments.open("CAPTURE", null);
    payments.change(order -> order.in(OrderState.CAPTURING, NOW));
    provider.reads.add(Optional::empty);
    payments.captureFault(ErrorCode.OUTCOME_UNKNOWN);
    assertEquals(OrderState.CAPTURING, payments.state());
    assertTrue(payments.order().payment().problem().contains("does not know this order"));
    assertNull(payments.order().agenda().lookAt());
  }

  private PaymentCaptured captureAgreed(Instant notAfter) {
    return payments.capture.captureAgreed(PaymentsInMemory.call(), new AgreedOrder(ID, notAfter));
  }

  @Test
  void returnsCapturedOrder() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> reported("COMPLETED", "COMPLETED 60.00 USD; COMPLETED 40.00 USD"));
    JsonObject reply = payments.captured();
    assertEquals(
        new JsonObject(
            """
            {"success":true,"id":"5O1","status":"COMPLETED","captures":[
              {"id":"C0","status":"COMPLETED","amount":{"currency_code":"USD","value":"60.00"}},
              {"id":"C1","status":"COMPLETED","amount":{"currency_code":"USD","value":"40.00"}}]}
            """),
        reply);
    assertEquals(reply, payments.captured(), "a repeat asks nobody");
    assertEquals(List.of(CAPTURE), provider.requests);
    assertEquals(List.of(), payments.shop.notices, "not an order of the shop");
    assertNull(payments.order().agenda().busyUntil());
  }

  @Test
  void returnsPayerAndPendingPayment() {
    payments.open();
    var payer = new PayPalOrder.Payer("a@b");
    List<PayPalOrder.Unit> units = reported("COMPLETED", "PENDING").units();
    var pending = new PayPalOrder(ID, "CAPTURE", "COMPLETED", units, payer, null);
    provider.reads.add(() -> Optional.of(pending));
    JsonObject reply = payments.captured();
    assertEquals(true, reply.getBoolean("pending"));
    assertEquals("a@b", reply.getJsonObject("payer").getString("email_address"));
    assertEquals(1, payments.shop.notices.size());
  }

  @Test
  void capturesOnlyAgreedAmount() {
    payments.open();
    provider.reads.add(() -> Optional.of(reported("APPROVED", null)));
    provider.captures.add(() -> PAID);
    PaymentCaptured captured = captureAgreed(NOW);
    assertEquals(List.of(READ, CAPTURE), provider.requests);
    assertEquals("C0", captured.captures().getFirst().id());
    payments.clock.advance(Duration.ofNanos(1));
    assertEquals(
        ErrorCode.TIMEOUT,
        assertThrows(ApiException.class, () -> captureAgreed(NOW)).failure().code());
    assertEquals(captured, captureAgreed(null));
  }

  @ParameterizedTest
  @CsvSource({"OPEN", "CAPTURING"})
  void rejectsChangedAmount(OrderState state) {
    payments.open();
    payments.change(order -> order.in(state, NOW));
    var unit = new PayPalOrder.Unit(new PayPalOrder.Amount("USD", "1.00"), null);
    var other = new PayPalOrder(ID, "CAPTURE", "APPROVED", List.of(unit), null, null);
    provider.reads.add(() -> Optional.of(other));
    ApiError fault = payments.captureFault(ErrorCode.AMOUNT_CHANGED);
    assertEquals("agreed " + TOTAL + ", found Optional[1.00 USD]", fault.detail());
    assertEquals(OrderState.OPEN, payments.state());
    assertEquals(List.of(READ), provider.requests);
  }

  @Test
  void waitsTenSecondsForAnotherCaller() {
    payments.open();
    payments.change(order -> order.capturing(NOW.plusSeconds(90)));
    ApiError fault = payments.captureFault(ErrorCode.CAPTURE_IN_PROGRESS);
    assertEquals("2", fault.headers().get("Retry-After"));
    assertEquals(200, payments.pauses.size());
    assertEquals(NOW.plusSeconds(10), payments.clock.instant());
    assertEquals(List.of(), provider.requests);
  }

  @Test
  void takesOverWhenAnotherCallerIsLate() {
    payments.open();
    payments.change(order -> order.capturing(NOW.plusSeconds(5)));
    provider.reads.add(() -> Optional.of(PAID));
    payments.captured();
    assertEquals(100, payments.pauses.size());
    assertEquals(List.of(READ), provider.requests);
  }

  /** For example a machine that was suspended for minutes. */
  @Test
  void leavesOrderToCallerThatTookOver() {
    payments.open("CAPTURE", null);
    PaymentOrder begun = payments.order().capturing(NOW.plusSeconds(300));
    provider.captures.add(() -> {
      payments.clock.advance(Duration.ofSeconds(120));
      payments.change(order -> order.capturing(NOW.plusSeconds(300)));
      throw ApiException.busy(ErrorCode.SERVICE_UNAVAILABLE, "not sent", 1);
    });
    payments.captureFault(ErrorCode.SERVICE_UNAVAILABLE);
    assertEquals(OrderState.CAPTURING, payments.state());
    assertTrue(payments.order().isCaptureOf(begun));
  }

  /** The store keeps milliseconds, and a notice to the shop is no other caller. */
  @Test
  void storesFailureBesideOtherChanges() {
    payments.open("CAPTURE", null);
    payments.clock.advance(Duration.ofNanos(123_456));
    provider.captures.add(() -> {
      payments.change(order -> order.lookedAtFrom(NOW));
      throw ApiException.busy(ErrorCode.SERVICE_UNAVAILABLE, "not sent", 1);
    });
    payments.captureFault(ErrorCode.SERVICE_UNAVAILABLE);
    assertEquals(OrderState.OPEN, payments.state());
  }

  @Test
  void rejectsUnknownAndOldOrders() {
    payments.captureFault(ErrorCode.ORDER_NOT_FOUND);
    payments.open("AUTHORIZE", null);
    payments.captureFault(ErrorCode.ORDER_NOT_CAPTURABLE);
    var unconfigured = new PaymentsInMemory("");
    unconfigured.open();
    unconfigured.captureFault(ErrorCode.NOT_CONFIGURED);
  }
}
