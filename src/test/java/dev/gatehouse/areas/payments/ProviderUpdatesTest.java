package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.Money;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Duration of the polling, and the state of an order after the provider's replies. */
class ProviderUpdatesTest {
  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  private static PaymentOrder order(OrderState state) {
    var terms =
        new PaymentOrder.Terms(
            "print", "CAPTURE", Money.of("USD", "100.00"), null, BEGINNING, null);
    return PaymentOrder.creating("0123456789abcdef01234567", terms, BEGINNING)
        .created("5O1", "CREATED", List.of(), BEGINNING)
        .in(state, BEGINNING);
  }

  private static PayPalOrder told(String status, String capture) {
    String captures =
        capture.isEmpty()
            ? "[]"
            : """
            [{"id":"3C1","status":"%s","amount":{"currency_code":"USD","value":"100.00"}}]\
            """
                .formatted(capture);
    String order =
        """
        {"id":"5O1","status":"%s","purchase_units":[{"payments":{"captures":%s}}]}\
        """
            .formatted(status, captures);
    return Json.decode(order.getBytes(StandardCharsets.UTF_8), PayPalOrder.class);
  }

  /**
   * Applies a check at each time the order is due, until no check is due. Returns the resulting
   * order.
   */
  private static PaymentOrder looked(
      PaymentOrder order, BiFunction<PaymentOrder, Instant, PaymentOrder> look) {
    PaymentOrder known = order;
    int looks = 0;
    Instant last = BEGINNING;
    while (known.agenda().lookAt() != null) {
      last = known.agenda().lookAt();
      known = look.apply(known, last);
      looks++;
      assertTrue(looks < 100, "there is no end");
    }
    Duration asked = Duration.between(BEGINNING, last);
    assertTrue(asked.compareTo(Duration.ofDays(25)) > 0, "given up after " + asked);
    return known;
  }

  @Test
  void stopsPollingPendingOrderAfterOneMonth() {
    PayPalOrder pending = told("COMPLETED", "PENDING");
    PaymentOrder known =
        looked(order(OrderState.PENDING), (each, now) -> ProviderUpdates.told(each, pending, now));
    assertEquals(OrderState.PENDING, known.state());
    assertTrue(known.payment().problem().contains("no longer polled"));
    // A later check still finds the payment.
    PaymentOrder paid = ProviderUpdates.told(known, told("COMPLETED", "COMPLETED"), BEGINNING);
    assertEquals(OrderState.PAID, paid.state());
    assertNull(paid.payment().problem());
  }

  /** An outdated reply does not cause rapid polling. */
  @Test
  void pollsPendingOrderSlowlyAfterStaleReply() {
    PayPalOrder older = told("APPROVED", "");
    PaymentOrder known =
        looked(order(OrderState.PENDING), (each, now) -> ProviderUpdates.told(each, older, now));
    assertEquals(OrderState.PENDING, known.state());
  }

  @Test
  void keepsCapturingWhenOrderDeniesCapture() {
    PayPalOrder denied = told("CREATED", "COMPLETED");
    PaymentOrder known =
        looked(
            order(OrderState.CAPTURING),
            (each, now) -> {
              PaymentOrder next = ProviderUpdates.told(each, denied, now);
              assertEquals(OrderState.CAPTURING, next.state());
              return next;
            });
    assertNotNull(known.payment().problem());
  }

  @ParameterizedTest
  @CsvSource({"PENDING", "CAPTURING"})
  void stopsPollingUnresponsiveProvider(OrderState state) {
    PaymentOrder known = looked(order(state), ProviderUpdates::unanswered);
    assertEquals(state, known.state());
    assertTrue(known.payment().problem().contains("no longer polled"));
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, COMPLETED, DECLINED, DECLINED",
    "PENDING, COMPLETED, COMPLETED, PAID",
    "PENDING, VOIDED, '', PENDING",
    "PAID, COMPLETED, DECLINED, PAID",
    "PAID, CREATED, COMPLETED, PAID",
    "PAID, COMPLETED, REFUNDED, REFUNDED",
    "REFUNDED, COMPLETED, COMPLETED, REFUNDED",
    "OPEN, CREATED, COMPLETED, CAPTURING",
    "OPEN, CREATED, DECLINED, DECLINED",
    "OPEN, A_NEW_WORD, COMPLETED, PAID",
  })
  void appliesProviderStatusToKnownState(
      OrderState known, String status, String capture, OrderState state) {
    assertEquals(
        state, ProviderUpdates.told(order(known), told(status, capture), BEGINNING).state());
  }
}
