package dev.gatehouse.areas.payments.orders;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.payments.orders.PaymentOrder.Capture;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Payment;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Refund;
import dev.gatehouse.formats.Money;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes of a payment order, and which of them the shop is notified of. */
class PaymentOrderTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(60);
  private static final Money TOTAL = Money.of("USD", "100.00");
  private static final Capture CAPTURE = new Capture("3C1", "COMPLETED", TOTAL);

  private static PaymentOrder order(OrderState state) {
    return order(state, "shop-order");
  }

  private static PaymentOrder order(OrderState state, String shopOrder) {
    var terms = new PaymentOrder.Terms("print", "CAPTURE", TOTAL, null, NOW, shopOrder);
    return PaymentOrder.creating("id", terms, LATER)
        .created("5O1", "CREATED", List.of(), LATER)
        .in(state, LATER)
        .announced(null);
  }

  private static Payment payment(Capture... captures) {
    return new Payment("3C1", List.of(captures), null, null, null, null);
  }

  private static boolean isAnnounced(PaymentOrder order) {
    return order.agenda().announceAt() != null;
  }

  @Test
  void startsWithoutPayment() {
    var terms = new PaymentOrder.Terms("print", "CAPTURE", TOTAL, null, NOW, "shop-order");
    PaymentOrder creating = PaymentOrder.creating("id", terms, LATER);
    assertEquals(OrderState.CREATING, creating.state());
    assertNull(creating.order());
    assertEquals(NOW, creating.agenda().updatedAt());
    assertEquals(LATER, creating.agenda().lookAt());
    PaymentOrder open =
        creating.created(
            "5O1", "CREATED", List.of(new PaymentOrder.Link("a", "approve", "GET")), NOW);
    assertEquals("5O1", open.order());
    assertEquals(1, open.standing().links().size());
    assertEquals(NOW, open.agenda().lookAt());
    assertFalse(isAnnounced(open), "the shop has made it");
    assertEquals(List.of(TOTAL), open.paid());
    PaymentOrder stored = open.changedAt(LATER);
    assertEquals(1, stored.version());
    assertEquals(LATER, stored.agenda().updatedAt());
  }

  @Test
  void isBusyUntilEndOfCapture() {
    PaymentOrder capturing = order(OrderState.OPEN).capturing(LATER);
    assertEquals(OrderState.CAPTURING, capturing.state());
    assertEquals(LATER, capturing.agenda().lookAt());
    assertTrue(capturing.isBusy(LATER.minusNanos(1)));
    assertFalse(capturing.isBusy(LATER));
    assertFalse(order(OrderState.OPEN).isBusy(NOW));
    assertFalse(isAnnounced(capturing));
    assertFalse(capturing.in(OrderState.OPEN, NOW).isBusy(NOW));
  }

  @Test
  void namesEachCaptureAfterDecline() {
    PaymentOrder open = order(OrderState.OPEN);
    assertEquals("cap-5O1", open.captureRequest());
    PaymentOrder refused = open.refused(OrderState.OPEN, "ORDER_NOT_APPROVED", LATER);
    assertEquals("cap-5O1", refused.captureRequest());
    assertEquals("ORDER_NOT_APPROVED", refused.standing().error());
    PaymentOrder declined = open.refused(OrderState.DECLINED, "CARD_EXPIRED", LATER);
    assertEquals("cap-5O1-1", declined.captureRequest());
    assertEquals(LATER, declined.agenda().lookAt());
    assertEquals(
        "cap-5O1-2", declined.refused(OrderState.DECLINED, "CARD_EXPIRED", null).captureRequest());
  }

  @Test
  void returnsCapturedAmounts() {
    PaymentOrder paid =
        order(OrderState.OPEN)
            .reported(OrderState.PAID, "COMPLETED", List.of(), payment(CAPTURE), null);
    assertEquals(List.of(TOTAL), paid.paid());
    Money part = Money.of("USD", "1.00");
    Payment parts = payment(new Capture("a", "COMPLETED", part), new Capture("b", "PENDING", null));
    assertEquals(
        List.of(part), paid.reported(OrderState.PAID, "COMPLETED", List.of(), parts, null).paid());
  }

  @Test
  void countsChecksWithoutNews() {
    PaymentOrder order = order(OrderState.PENDING);
    PaymentOrder again =
        order.reported(OrderState.PENDING, "COMPLETED", List.of(), payment(), LATER);
    assertEquals(1, again.agenda().looks());
    assertEquals(2, again.withFailedLookup(again.payment(), NOW).agenda().looks());
    assertEquals(NOW, again.withFailedLookup(again.payment(), NOW).agenda().lookAt());
    PaymentOrder lost = again.lost(again.payment());
    assertEquals(2, lost.agenda().looks());
    assertNull(lost.agenda().lookAt());
    PaymentOrder due = again.lookedAtFrom(NOW);
    assertEquals(1, due.agenda().looks());
    assertEquals(NOW, due.agenda().lookAt());
    assertEquals(
        0,
        again.reported(OrderState.PAID, "COMPLETED", List.of(), payment(), null).agenda().looks());
  }

  @Test
  void remembersRefunds() {
    PaymentOrder paid = order(OrderState.PAID);
    var one = new Refund("one", Refund.REQUESTED, TOTAL);
    var two = new Refund("two", Refund.REQUESTED, TOTAL);
    var others = new Refund(null, "COMPLETED", TOTAL);
    PaymentOrder refunding = paid.refunding(one).refunding(two).refunding(others);
    assertEquals(List.of(one, two, others), refunding.standing().refunds());
    assertEquals(List.of(one, others), refunding.notRefunded("two").standing().refunds());
    assertTrue(isAnnounced(paid.refunding(one)));
    var earlier = new PaymentOrder.Standing(OrderState.PAID, "5O1", "", List.of(), null, null);
    assertEquals(List.of(), earlier.refunds());
  }

  @Test
  void mayComeBackAfterDispute() {
    PaymentOrder chargedBack = order(OrderState.CHARGED_BACK);
    assertFalse(chargedBack.mayComeBack());
    assertEquals(PaymentOrder.DISPUTED, chargedBack.disputed().standing().error());
    assertFalse(chargedBack.disputed().mayComeBack());
    PaymentOrder resolved = chargedBack.resolved();
    assertTrue(resolved.isResolved());
    assertTrue(resolved.mayComeBack());
    assertFalse(order(OrderState.PAID).resolved().mayComeBack());
    PaymentOrder still =
        resolved.reported(OrderState.CHARGED_BACK, "COMPLETED", List.of(), payment(), LATER);
    assertTrue(still.mayComeBack());
    PaymentOrder back = resolved.reported(OrderState.PAID, "COMPLETED", List.of(), payment(), null);
    assertNull(back.standing().error());
    assertEquals(
        PaymentOrder.DISPUTED,
        order(OrderState.PAID)
            .disputed()
            .reported(OrderState.CHARGED_BACK, "COMPLETED", List.of(), payment(), null)
            .standing()
            .error());
  }

  @ParameterizedTest
  @CsvSource({
    "OPEN, PAID, true", "OPEN, OPEN, false", "OPEN, CAPTURING, false",
    "CAPTURING, PAID, true", "CREATING, OPEN, false", "CREATING, REFUSED, false",
    "PAID, CHARGED_BACK, true"
  })
  void announcesStatesThatTheShopShows(OrderState from, OrderState to, boolean announced) {
    assertEquals(announced, isAnnounced(order(from).in(to, null)));
    assertFalse(isAnnounced(order(from, null).in(to, null)), "not of the shop");
  }

  @Test
  void announcesMoneyAndProblems() {
    PaymentOrder paid =
        order(OrderState.PAID)
            .reported(OrderState.PAID, "COMPLETED", List.of(), payment(CAPTURE), null)
            .announced(null);
    PaymentOrder same =
        paid.reported(OrderState.PAID, "COMPLETED", List.of(), payment(CAPTURE), LATER);
    assertFalse(isAnnounced(same));
    var other = new Capture("3C1", "PARTIALLY_REFUNDED", TOTAL);
    assertTrue(
        isAnnounced(paid.reported(OrderState.PAID, "COMPLETED", List.of(), payment(other), null)));
    Payment problem = payment(CAPTURE).with(Optional.of("odd"), NOW);
    assertTrue(isAnnounced(paid.reported(OrderState.PAID, "COMPLETED", List.of(), problem, null)));
    assertTrue(isAnnounced(paid.lost(problem)));
    assertTrue(isAnnounced(paid.withFailedLookup(problem, LATER)));
    assertFalse(isAnnounced(paid.lookedAtFrom(LATER)));
    assertEquals(LATER, paid.announced(LATER).agenda().announceAt());
  }

  @Test
  void keepsTimeOfUnchangedProblem() {
    Payment odd = payment().with(Optional.of("odd"), NOW);
    assertEquals(NOW, odd.problemAt());
    assertEquals(NOW, odd.with(Optional.of("odd"), LATER).problemAt());
    assertEquals(LATER, odd.with(Optional.of("other"), LATER).problemAt());
    assertEquals("other", odd.with(Optional.of("other"), LATER).problem());
    assertNull(odd.with(Optional.empty(), LATER).problemAt());
    assertNull(odd.with(Optional.empty(), LATER).problem());
  }

  @ParameterizedTest
  @CsvSource({
    "CREATING, false", "REFUSED, false", "OPEN, false", "CAPTURING, false", "PENDING, true",
    "PAID, true", "DECLINED, false", "REFUNDED, true", "UNRESOLVED, true", "CHARGED_BACK, true",
    "VOIDED, false", "EXPIRED, false", "ABANDONED, false"
  })
  void isCapturedWithMoneyOnTheWay(OrderState state, boolean captured) {
    assertEquals(captured, state.isCaptured());
    assertEquals(state, OrderState.valueOf(state.label().toUpperCase(Locale.ROOT)));
  }
}
