package dev.gatehouse.areas.payments;

import static dev.gatehouse.areas.payments.PaymentsInMemory.NOW;
import static dev.gatehouse.areas.payments.PaymentsInMemory.reported;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.areas.payments.paypal.RefusedException;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The result of a capture after each reply of the provider. */
class CaptureRepliesTest {
  private static final Instant LAST_LOOK = NOW.plus(CreateOperation.LIFETIME);
  private static final String CAPTURE = "capture 5O1 cap-5O1";
  private static final String READ = "read 5O1";
  private static final PayPalOrder PAID = reported("COMPLETED", "COMPLETED 100.00 USD");
  private static final PayPalOrder APPROVED = reported("APPROVED", null);

  private final PaymentsInMemory payments = new PaymentsInMemory();
  private final PaymentsInMemory.Provider provider = payments.provider;

  private static PayPalOrder refuse(int status, String issue) throws RefusedException {
    throw new RefusedException(status, issue, "https://pay/act");
  }

  private static <T> T fail(ApiError failure) {
    throw failure.exception();
  }

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
    ApiError fault = payments.captureFault();
    assertEquals(code, fault.code());
    assertEquals(message, fault.message());
    assertEquals(state, payments.state());
    assertEquals(issue, payments.order().standing().error());
    assertEquals(LAST_LOOK, payments.order().agenda().lookAt());
    assertNull(payments.order().agenda().busyUntil());
    String next = state == OrderState.DECLINED ? "cap-5O1-1" : "cap-5O1";
    assertEquals(next, payments.order().captureRequest());
  }

  /** Each unknown outcome is followed by a read, and by one repetition of the same request. */
  @Test
  void readsOrderAfterLostReply() {
    payments.open("CAPTURE", null);
    provider.captures.add(CaptureRepliesTest::lose);
    provider.reads.add(() -> Optional.of(PAID));
    assertEquals("COMPLETED", payments.captured().getString("status"));
    assertEquals(List.of(CAPTURE, READ), provider.requests);
    assertEquals(OrderState.PAID, payments.state());
  }

  @Test
  void repeatsUncapturedRequestOnce() {
    payments.open("CAPTURE", null);
    provider.captures.add(CaptureRepliesTest::lose);
    provider.reads.add(() -> Optional.of(APPROVED));
    provider.captures.add(() -> PAID);
    payments.captured();
    assertEquals(List.of(CAPTURE, READ, CAPTURE), provider.requests);
  }

  @Test
  void leavesUnknownOutcomeToNextCaller() {
    payments.open("CAPTURE", null);
    for (int i = 0; i < 2; i++) {
      provider.captures.add(CaptureRepliesTest::lose);
      provider.reads.add(Optional::empty);
    }
    ApiError fault = payments.captureFault();
    assertEquals(ErrorCode.CAPTURE_IN_PROGRESS, fault.code());
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
    assertEquals(ErrorCode.CAPTURE_IN_PROGRESS, payments.captureFault().code());
    assertEquals(List.of(CAPTURE, READ), provider.requests);
  }

  @Test
  void keepsOutcomeUnknownIfReadFails() {
    payments.open("CAPTURE", null);
    provider.captures.add(CaptureRepliesTest::lose);
    provider.reads.add(
        () -> fail(ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away").because("no connection")));
    ApiError fault = payments.captureFault();
    assertEquals(ErrorCode.CAPTURE_IN_PROGRESS, fault.code());
    assertEquals("no connection", fault.detail());
    assertEquals(OrderState.CAPTURING, payments.state());
  }

  @Test
  void keepsOutcomeUnknownIfRepetitionFails() {
    payments.open("CAPTURE", null);
    provider.captures.add(CaptureRepliesTest::lose);
    provider.reads.add(() -> Optional.of(APPROVED));
    provider.captures.add(() -> fail(ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away")));
    assertEquals(ErrorCode.CAPTURE_IN_PROGRESS, payments.captureFault().code());
    assertEquals(OrderState.CAPTURING, payments.state());
  }

  @Test
  void reopensOrderAfterKnownFailure() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> fail(ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away")));
    ApiError fault = payments.captureFault();
    assertEquals(ErrorCode.PROVIDER_UNAVAILABLE, fault.code());
    assertEquals(OrderState.OPEN, payments.state());
    assertEquals(LAST_LOOK, payments.order().agenda().lookAt());
  }

  @ParameterizedTest
  @CsvSource({
    "422, ORDER_ALREADY_CAPTURED, 0",
    "422, ORDER_COMPLETION_IN_PROGRESS, 2",
    "422, PREVIOUS_REQUEST_IN_PROGRESS, 2",
    "409, RESOURCE_CONFLICT, 2",
  })
  void readsOrderThatOthersCapture(int status, String issue, int seconds) {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> refuse(status, issue));
    provider.reads.add(() -> Optional.of(PAID));
    assertEquals("COMPLETED", payments.captured().getString("status"));
    assertEquals(seconds == 0 ? List.of() : List.of(Duration.ofSeconds(seconds)), payments.pauses);
  }

  @Test
  void repeatsWhileOthersCapture() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> refuse(409, "RESOURCE_CONFLICT"));
    provider.reads.add(() -> Optional.of(APPROVED));
    provider.captures.add(() -> PAID);
    payments.captured();
    assertEquals(OrderState.PAID, payments.state());
  }

  /** A read of the order that has no capture yet is enough if the provider says that it has. */
  @Test
  void doubtsCaptureThatOrderDoesNotShow() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> refuse(422, "ORDER_ALREADY_CAPTURED"));
    provider.reads.add(() -> Optional.of(APPROVED));
    provider.reads.add(() -> Optional.of(reported("APPROVED", "COMPLETED 100.00 USD")));
    ApiError fault = payments.captureFault();
    assertEquals(ErrorCode.CAPTURE_IN_PROGRESS, fault.code());
    assertEquals("the order has a capture, but its status is APPROVED", fault.detail());
  }

  @Test
  void readsOrderIfReplyHasNoAmount() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> reported("COMPLETED", "COMPLETED"));
    provider.reads.add(() -> Optional.of(PAID));
    assertEquals(
        "100.00",
        payments
            .captured()
            .getJsonArray("captures")
            .getJsonObject(0)
            .getJsonObject("amount")
            .getString("value"));
    assertEquals(List.of(CAPTURE, READ), provider.requests);
  }

  @Test
  void rejectsPartialCapture() {
    payments.open();
    provider.reads.add(() -> Optional.of(APPROVED));
    provider.captures.add(() -> reported("COMPLETED", "COMPLETED 60.00 USD; DECLINED 40.00 USD"));
    assertEquals(ErrorCode.PAYMENT_UNRESOLVED, payments.captureFault().code());
    assertEquals(OrderState.UNRESOLVED, payments.state());
    assertEquals(
        ErrorCode.PAYMENT_UNRESOLVED, payments.captureFault().code(), "also the next time");
    assertEquals(List.of(READ, CAPTURE), provider.requests);
  }

  @Test
  void reportsDeclineOfReply() {
    payments.open("CAPTURE", null);
    provider.captures.add(() -> reported("COMPLETED", "DECLINED 100.00 USD"));
    ApiError fault = payments.captureFault();
    assertEquals(ErrorCode.PAYMENT_DECLINED, fault.code());
    assertTrue(fault.message().startsWith("DECLINED: "), fault.message());
    assertEquals(OrderState.DECLINED, payments.state());
  }

  /** The order may have been captured with another account. */
  @Test
  void keepsTriedOrderThatProviderDoesNotKnow() {
    payments.open("CAPTURE", null);
    payments.change(order -> order.in(OrderState.CAPTURING, NOW));
    provider.reads.add(Optional::empty);
    ApiError fault = payments.captureFault();
    assertEquals(ErrorCode.OUTCOME_UNKNOWN, fault.code());
    assertEquals(OrderState.CAPTURING, payments.state());
    assertTrue(payments.order().payment().problem().contains("does not know this order"));
    assertNull(payments.order().agenda().lookAt());
  }
}
