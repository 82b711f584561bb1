package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Refund;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.Money;
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

  private static PayPalOrder reported(String status, String capture) {
    return CaptureStatesTest.reported(status, capture.isEmpty() ? null : capture + " 100.00 USD");
  }

  private static PaymentOrder updated(PaymentOrder order, String status, String capture) {
    return ProviderUpdates.reported(order, reported(status, capture), BEGINNING);
  }

  /** Applies a check at each time the order is due, and returns the resulting order. */
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
    PayPalOrder pending = reported("COMPLETED", "PENDING");
    PaymentOrder known =
        looked(
            order(OrderState.PENDING), (each, now) -> ProviderUpdates.reported(each, pending, now));
    assertEquals(OrderState.PENDING, known.state());
    assertTrue(known.payment().problem().contains("no longer polled"));
    // A later check still finds the payment.
    PaymentOrder paid = updated(known, "COMPLETED", "COMPLETED");
    assertEquals(OrderState.PAID, paid.state());
    assertNull(paid.payment().problem());
  }

  /** An outdated reply does not cause rapid polling. */
  @Test
  void pollsPendingOrderSlowlyAfterStaleReply() {
    PayPalOrder older = reported("APPROVED", "");
    PaymentOrder known =
        looked(
            order(OrderState.PENDING), (each, now) -> ProviderUpdates.reported(each, older, now));
    assertEquals(OrderState.PENDING, known.state());
  }

  @Test
  void keepsCapturingWhenOrderDeniesCapture() {
    PayPalOrder denied = reported("CREATED", "COMPLETED");
    PaymentOrder known =
        looked(
            order(OrderState.CAPTURING),
            (each, now) -> {
              PaymentOrder next = ProviderUpdates.reported(each, denied, now);
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
    assertEquals(state, updated(order(known), status, capture).state());
  }

  private static PayPalOrder refunded(String... refunds) {
    String listed =
        Stream.of(refunds)
            .map(each -> each.split(" "))
            .map(each ->
                """
                {"id":"1R","status":"%s","custom_id":%s,
                 "amount":{"currency_code":"USD","value":"%s"}}\
                """
                    .formatted(each[0], each[1], each[2]))
            .collect(Collectors.joining(","));
    String order =
        """
        {"id":"5O1","status":"COMPLETED","payer":{"email_address":"a@example.org"},
         "purchase_units":[{"payments":{"captures":[{"id":"3C1","status":"PARTIALLY_REFUNDED",
          "amount":{"currency_code":"USD","value":"100.00"}}],"refunds":[%s]}}]}\
        """
            .formatted(listed);
    return Json.decode(order.getBytes(StandardCharsets.UTF_8), PayPalOrder.class);
  }

  @Test
  void keepsRequestedRefundsUntilShown() {
    Money one = Money.of("USD", "1.00");
    PaymentOrder known =
        order(OrderState.PAID)
            .refunding(new Refund("a", Refund.REQUESTED, one))
            .refunding(new Refund("b", Refund.REQUESTED, one))
            .refunding(new Refund(null, "PENDING", one));
    PaymentOrder next =
        ProviderUpdates.reported(
            known, refunded("COMPLETED \"a\" 1.00", "COMPLETED null 2.00"), BEGINNING);
    assertEquals(
        List.of(
            new Refund("a", "COMPLETED", one),
            new Refund(null, "COMPLETED", Money.of("USD", "2.00")),
            new Refund("b", Refund.REQUESTED, one)),
        next.standing().refunds());
  }

  @Test
  void remembersPayerAndTimeOfPayment() {
    PaymentOrder paid = ProviderUpdates.reported(order(OrderState.OPEN), refunded(), BEGINNING);
    assertEquals("a@example.org", paid.payment().payer());
    assertEquals(BEGINNING, paid.payment().paidAt());
    assertEquals("3C1", paid.payment().captureId());
    assertEquals("COMPLETED", paid.standing().status());
    assertNull(paid.agenda().lookAt());
    PaymentOrder later =
        ProviderUpdates.reported(
            paid, reported("COMPLETED", "COMPLETED"), BEGINNING.plusSeconds(9));
    assertEquals("a@example.org", later.payment().payer());
    assertEquals(BEGINNING, later.payment().paidAt());
    PaymentOrder older = updated(later, "APPROVED", "");
    assertEquals(later.payment(), older.payment());
    assertEquals("COMPLETED", older.standing().status());
  }

  @ParameterizedTest
  @CsvSource({
    "PAID, REVERSED, the payment was reversed by a chargeback",
    "CHARGED_BACK, REVERSED, the payment was reversed by a chargeback",
    "PAID, COMPLETED, the payer has opened a dispute",
  })
  void namesProblemsOfDisputes(OrderState known, String capture, String problem) {
    PaymentOrder disputed = order(known).disputed();
    PaymentOrder next = updated(disputed, "COMPLETED", capture);
    assertEquals(problem, next.payment().problem());
    assertEquals(BEGINNING, next.payment().problemAt());
  }

  @Test
  void prefersDiscrepancyToDispute() {
    var terms =
        new PaymentOrder.Terms("print", "CAPTURE", Money.of("USD", "99.00"), null, BEGINNING, null);
    PaymentOrder disputed =
        PaymentOrder.creating("0123456789abcdef01234567", terms, BEGINNING).disputed();
    assertEquals(
        "ordered 99.00 USD, captured 100.00 USD",
        updated(disputed, "COMPLETED", "COMPLETED").payment().problem());
  }

  /** After a won dispute the money may come back for about two days. */
  @Test
  void pollsChargebackAfterDispute() {
    PaymentOrder known = order(OrderState.CHARGED_BACK);
    PayPalOrder reversed = reported("COMPLETED", "REVERSED");
    assertNull(ProviderUpdates.reported(known, reversed, BEGINNING).agenda().lookAt());
    known = known.resolved();
    int looks = 0;
    Instant last = BEGINNING;
    for (; known.agenda().lookAt() != null; looks++) {
      last = known.agenda().lookAt();
      known = ProviderUpdates.reported(known, reversed, last);
    }
    assertEquals(11, looks);
    assertTrue(Duration.between(BEGINNING, last).compareTo(Duration.ofDays(1)) > 0, last::toString);
    assertEquals(
        OrderState.PAID,
        ProviderUpdates.reported(known, reported("COMPLETED", "COMPLETED"), last).state());
    assertEquals(
        OrderState.CHARGED_BACK,
        ProviderUpdates.reported(
                order(OrderState.CHARGED_BACK), reported("COMPLETED", "COMPLETED"), last)
            .state());
  }

  @ParameterizedTest
  @CsvSource({
    "OPEN, EXPIRED", "DECLINED, EXPIRED",
    "PAID, PAID", "CAPTURING, CAPTURING"
  })
  void appliesUnknownOrder(OrderState known, OrderState state) {
    PaymentOrder next = ProviderUpdates.unknown(order(known), BEGINNING);
    assertEquals(state, next.state());
    assertNull(next.agenda().lookAt());
    assertEquals(state == OrderState.CAPTURING, next.payment().problem() != null);
  }

  @Test
  void looksLastWhenOrderCanNoLongerBePaid() {
    PaymentOrder open = order(OrderState.OPEN);
    Instant end = BEGINNING.plus(CreateOperation.LIFETIME);
    assertEquals(end, ProviderUpdates.lastLook(open, end.minusNanos(1)));
    assertNull(ProviderUpdates.lastLook(open, end));
    assertEquals(end, updated(open, "APPROVED", "").agenda().lookAt());
  }

  /** A capture whose reply is lost may appear in the order a quarter of an hour later. */
  @Test
  void reopensOrderAfterFiveChecks() {
    PaymentOrder known = order(OrderState.CAPTURING);
    int looks = 0;
    for (; known.state() == OrderState.CAPTURING; looks++) {
      known = updated(known, "APPROVED", "");
    }
    assertEquals(6, looks);
    assertEquals(OrderState.OPEN, known.state());
  }

  @Test
  void readsAgainAfterOvertakenCapture() {
    PaymentOrder mine = order(OrderState.CAPTURING);
    PayPalOrder paid = reported("COMPLETED", "COMPLETED");
    assertEquals(OrderState.PAID, ProviderUpdates.captured(mine, mine, paid, BEGINNING).state());
    PaymentOrder open = changed(mine.in(OrderState.OPEN, null));
    assertEquals(OrderState.PAID, ProviderUpdates.captured(mine, open, paid, BEGINNING).state());
    PaymentOrder refunded = changed(mine.in(OrderState.REFUNDED, null));
    PaymentOrder next = ProviderUpdates.captured(mine, refunded, paid, BEGINNING);
    assertEquals(OrderState.REFUNDED, next.state());
    assertEquals(BEGINNING, next.agenda().lookAt());
  }

  private static PaymentOrder changed(PaymentOrder order) {
    return new PaymentOrder(
        order.id(), 7, order.terms(), order.standing(), order.agenda(), order.payment());
  }
}
