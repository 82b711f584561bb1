package dev.gatehouse.areas.payments;

import static dev.gatehouse.areas.payments.PaymentsInMemory.ID;
import static dev.gatehouse.areas.payments.PaymentsInMemory.NOW;
import static dev.gatehouse.areas.payments.PaymentsInMemory.TOTAL;
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

/** Which orders are captured, by whom, at which amount, and the reply. */
class CaptureCallersTest {
  private static final String CAPTURE = "capture 5O1 cap-5O1";
  private static final String READ = "read 5O1";
  private static final PayPalOrder PAID = reported("COMPLETED", "COMPLETED 100.00 USD");

  private final PaymentsInMemory payments = new PaymentsInMemory();
  private final PaymentsInMemory.Provider provider = payments.provider;

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
    var unit =
        new PayPalOrder.Unit(
            new PayPalOrder.Amount("USD", "100.00"),
            new PayPalOrder.Payments(
                List.of(new PayPalOrder.Capture("C0", "PENDING", null)), null));
    var pending =
        new PayPalOrder(
            ID, "CAPTURE", "COMPLETED", List.of(unit), new PayPalOrder.Payer("a@b"), null);
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
    ApiError fault = payments.captureFault();
    assertEquals(ErrorCode.AMOUNT_CHANGED, fault.code());
    assertEquals("agreed " + TOTAL + ", found Optional[1.00 USD]", fault.detail());
    assertEquals(OrderState.OPEN, payments.state());
    assertEquals(List.of(READ), provider.requests);
  }

  @Test
  void waitsTenSecondsForAnotherCaller() {
    payments.open();
    payments.change(order -> order.capturing(NOW.plusSeconds(90)));
    ApiError fault = payments.captureFault();
    assertEquals(ErrorCode.CAPTURE_IN_PROGRESS, fault.code());
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
    payments.captureFault();
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
    payments.captureFault();
    assertEquals(OrderState.OPEN, payments.state());
  }

  @Test
  void rejectsUnknownAndOldOrders() {
    assertEquals(ErrorCode.ORDER_NOT_FOUND, payments.captureFault().code());
    payments.open("AUTHORIZE", null);
    assertEquals(ErrorCode.ORDER_NOT_CAPTURABLE, payments.captureFault().code());
    var unconfigured = new PaymentsInMemory("");
    unconfigured.open();
    assertEquals(ErrorCode.NOT_CONFIGURED, unconfigured.captureFault().code());
  }
}
