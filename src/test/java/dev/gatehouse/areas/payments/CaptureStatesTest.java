package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.payments.ProviderUpdates.Discrepancy;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Refund;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.areas.payments.paypal.PayPalOrder.Amount;
import dev.gatehouse.formats.Money;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link CaptureStates} and {@link Discrepancy}. */
class CaptureStatesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Money TOTAL = usd("100.00");

  private static Money usd(String value) {
    return Money.of("USD", value);
  }

  /** Parses an amount such as {@code 100.00 USD}; null for an empty text. */
  private static Amount amount(String text) {
    String[] parts = text.split(" ");
    return text.isEmpty() ? null : new Amount(parts[1], parts[0]);
  }

  /**
   * Returns an order of 100 USD with captures.
   *
   * @param captures such as {@code COMPLETED 100.00 USD; DECLINED}; null for none
   */
  static PayPalOrder reported(String status, String captures) {
    List<PayPalOrder.Capture> made = new ArrayList<>();
    for (String each : captures == null ? new String[0] : captures.split("; ")) {
      String[] parts = each.split(" ", 2);
      made.add(
          new PayPalOrder.Capture(
              "C" + made.size(),
              parts[0].equals("-") ? null : parts[0],
              amount(parts.length > 1 ? parts[1] : "")));
    }
    var unit = new PayPalOrder.Unit(amount("100.00 USD"), new PayPalOrder.Payments(made, null));
    return new PayPalOrder("5O1", "CAPTURE", status, List.of(unit), null, null);
  }

  @ParameterizedTest
  @CsvSource({
    "CREATED, , ",
    "APPROVED, , ",
    "VOIDED, , ",
    "COMPLETED, , PENDING",
    "COMPLETED, COMPLETED 100.00 USD, PAID",
    "COMPLETED, PARTIALLY_REFUNDED 100.00 USD, PAID",
    "COMPLETED, COMPLETED, PAID",
    "COMPLETED, PENDING 100.00 USD, PENDING",
    "COMPLETED, A_NEW_WORD 100.00 USD, PENDING",
    "COMPLETED, - 100.00 USD, PENDING",
    "COMPLETED, REFUNDED 100.00 USD, REFUNDED",
    "COMPLETED, REVERSED 100.00 USD, CHARGED_BACK",
    "COMPLETED, DECLINED 100.00 USD, DECLINED",
    "COMPLETED, FAILED 100.00 USD, DECLINED",
    "COMPLETED, FAILED 60.00 USD; DECLINED 40.00 USD, DECLINED",
    "COMPLETED, COMPLETED 60.00 USD; COMPLETED 40.00 USD, PAID",
    "COMPLETED, REFUNDED 60.00 USD; COMPLETED 40.00 USD, PAID",
    "COMPLETED, REFUNDED 60.00 USD; REFUNDED 40.00 USD, REFUNDED",
    "COMPLETED, REVERSED 60.00 USD; COMPLETED 40.00 USD, CHARGED_BACK",
    "COMPLETED, PENDING 60.00 USD; COMPLETED 40.00 USD, PENDING",
    "COMPLETED, COMPLETED 60.00 USD; DECLINED 40.00 USD, UNRESOLVED",
    "COMPLETED, DECLINED 100.00 USD; COMPLETED 100.00 USD, PAID",
    "COMPLETED, DECLINED 100.00 USD; PENDING 100.00 USD, PENDING",
    "COMPLETED, DECLINED 100.00 USD; COMPLETED, UNRESOLVED",
    "COMPLETED, DECLINED 100.00 USD; COMPLETED 100.00 EUR, UNRESOLVED",
    "COMPLETED, DECLINED; COMPLETED 60.00 USD; COMPLETED 40.00 EUR, UNRESOLVED",
    "COMPLETED, DECLINED; COMPLETED 60.00 USD; COMPLETED 40.00 USD, PAID",
  })
  void decidesByCaptures(String status, String captures, OrderState state) {
    assertEquals(Optional.ofNullable(state), CaptureStates.state(reported(status, captures)));
  }

  @Test
  void ignoresCompletedAuthorizations() {
    var order = new PayPalOrder("5O1", "AUTHORIZE", "COMPLETED", null, null, null);
    assertEquals(Optional.empty(), CaptureStates.state(order));
  }

  /** A reply is whole if it needs no further read. */
  @ParameterizedTest
  @CsvSource({
    "CREATED, , false, false, false",
    "COMPLETED, , true, false, false",
    "COMPLETED, COMPLETED 100.00 USD, true, false, true",
    "COMPLETED, PARTIALLY_REFUNDED, true, false, false",
    "COMPLETED, COMPLETED 1.001 USD, true, false, false",
    "COMPLETED, PENDING, true, false, true",
    "COMPLETED, -, true, false, true",
    "A_NEW_WORD, COMPLETED 100.00 USD, true, false, true",
    "CREATED, COMPLETED 100.00 USD, false, true, false",
    "SAVED, COMPLETED 100.00 USD, false, true, false",
    "APPROVED, PENDING 100.00 USD, false, true, false",
    "PAYER_ACTION_REQUIRED, REFUNDED 100.00 USD, false, true, false",
    "APPROVED, DECLINED 100.00 USD, true, false, true",
  })
  void doubtsContradictoryReplies(
      String status, String captures, boolean settled, boolean doubtful, boolean whole) {
    PayPalOrder reported = reported(status, captures);
    assertEquals(settled, CaptureStates.isSettled(reported));
    assertEquals(doubtful, CaptureStates.isDoubtful(reported));
    assertEquals(whole, CaptureStates.isWhole(reported));
  }

  private static PaymentOrder paid(OrderState state, String captures, Refund... refunds) {
    List<PaymentOrder.Capture> made =
        reported("COMPLETED", captures).captures().stream()
            .map(each ->
                new PaymentOrder.Capture(
                    each.id(), each.status(), CaptureStates.money(each.amount())))
            .toList();
    var terms = new PaymentOrder.Terms("print", "CAPTURE", TOTAL, null, NOW, null);
    var payment = new PaymentOrder.Payment("C0", made, null, null, null, null);
    return PaymentOrder.creating("0123456789abcdef01234567", terms, NOW)
        .created("5O1", "CREATED", List.of(), NOW)
        .reported(state, "COMPLETED", Arrays.asList(refunds), payment, null);
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETED 60.00 USD; COMPLETED 40.00 USD, 100.00 USD, ",
    "COMPLETED 100.00 USD, 100.00 USD, C0",
    "PARTIALLY_REFUNDED 100.00 USD, 100.00 USD, C0",
    "REFUNDED 100.00 USD, 100.00 USD, C0",
    "REVERSED 100.00 USD, 100.00 USD, C0",
    "DECLINED 100.00 USD; COMPLETED 90.00 USD, 90.00 USD, C1",
    "PENDING 100.00 USD, , ",
    ", , ",
    "COMPLETED 60.00 USD; COMPLETED 40.00 EUR, , ",
    "COMPLETED 60.00 USD; COMPLETED, , ",
    "COMPLETED 60.00 USD; PENDING, 60.00 USD, C0",
  })
  void addsMoneyThatWasTaken(String captures, String taken, String refundable) {
    PaymentOrder order = paid(OrderState.PAID, captures);
    assertEquals(
        Optional.ofNullable(taken), CaptureStates.taken(order).map(money -> money.toString()));
    assertEquals(
        Optional.ofNullable(refundable),
        CaptureStates.refundable(order).map(PaymentOrder.Capture::id));
  }

  @Test
  void addsMoneyThatWasReturned() {
    Refund[] refunds = {
      new Refund("a", "COMPLETED", usd("10.00")),
      new Refund(null, "PENDING", usd("5.00")),
      new Refund("b", "FAILED", usd("1.00")),
      new Refund("c", Refund.REQUESTED, usd("2.00")),
      new Refund(null, null, usd("3.00")),
      new Refund(null, "COMPLETED", null),
    };
    String captures = "PARTIALLY_REFUNDED 100.00 USD";
    PaymentOrder partly = paid(OrderState.PAID, captures, refunds);
    assertEquals(Optional.of(usd("15.00")), CaptureStates.returned(partly));
    PaymentOrder wholly = paid(OrderState.REFUNDED, "REFUNDED 100.00 USD", refunds);
    assertEquals(Optional.of(TOTAL), CaptureStates.returned(wholly));
    assertEquals(Optional.empty(), CaptureStates.returned(paid(OrderState.PAID, captures)));
  }

  @Test
  void readsOnlyValidAmounts() {
    assertEquals(TOTAL, CaptureStates.money(amount("100.00 USD")));
    assertNull(CaptureStates.money(null));
    assertNull(CaptureStates.money(new Amount("USD", null)));
    assertNull(CaptureStates.money(new Amount(null, "1.00")));
    assertNull(CaptureStates.money(amount("1.00 ZZZ")));
    var unit = new PayPalOrder.Unit(amount("1.001 USD"), null);
    var order = new PayPalOrder("5O1", "CAPTURE", "CREATED", List.of(unit), null, null);
    assertEquals(Optional.empty(), CaptureStates.total(order));
    assertEquals(Optional.of(TOTAL), CaptureStates.total(reported("CREATED", null)));
  }

  @ParameterizedTest
  @CsvSource({
    "PAID, COMPLETED 100.00 USD, ",
    "PAID, COMPLETED 60.00 USD; COMPLETED 40.00 USD, ",
    "PAID, COMPLETED 99.99 USD, 'ordered 100.00 USD, captured 99.99 USD'",
    "PAID, COMPLETED 100.00 EUR, 'ordered 100.00 USD, captured 100.00 EUR'",
    "PAID, COMPLETED 60.00 USD; COMPLETED 40.00 EUR,"
        + " 'ordered 100.00 USD, captured 60.00 USD and 40.00 EUR'",
    "PAID, COMPLETED 60.00 USD; COMPLETED,"
        + " 'ordered 100.00 USD, and the provider returns no captured amount'",
    "OPEN, COMPLETED 99.99 USD, ",
    "PENDING, PENDING 99.99 USD, 'ordered 100.00 USD, captured 99.99 USD'",
    "PAID, , ",
  })
  void namesDiscrepancies(OrderState state, String captures, String text) {
    List<PaymentOrder.Capture> made = paid(state, captures).payment().captures();
    assertEquals(Optional.ofNullable(text), Discrepancy.between(TOTAL, made, state));
  }
}
