package dev.gatehouse.areas.storefront.orders;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.areas.storefront.orders.OrderTransitions.OrderEvent;
import dev.gatehouse.areas.storefront.orders.PaymentClient.PaymentTruth;
import dev.gatehouse.areas.storefront.orders.ShopOrder.PostalAddress;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.PaymentFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests {@link ShopOrder}, {@link Ledger} and {@link PaymentTruth}. */
class ShopOrderTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = NOW.plusSeconds(60);
  private static final Money TOTAL = Money.of("USD", "20.00");

  private static ShopOrder order(State state, int looks, ShopOrder.Payment payment) {
    var standing = new ShopOrder.Standing(state, 3, NOW, looks, NOW, NOW);
    return new ShopOrder(
        "0123456789abcdef0123456789abcdef",
        7,
        new ShopOrder.Goods(List.of(), TOTAL),
        null,
        standing,
        payment);
  }

  private static ShopOrder order(State state) {
    return order(state, 0, ShopOrder.Payment.of("PAY1", null));
  }

  @ParameterizedTest
  @EnumSource(State.class)
  void classifiesStates(State state) {
    assertEquals(state.name().toLowerCase(Locale.ROOT), state.label());
    assertEquals(List.of("CANCELLED", "EXPIRED").contains(state.name()), state.isOver());
    assertEquals(
        List.of("PAID", "SHIPPED", "PARTLY_REFUNDED", "REFUNDED", "CHARGED_BACK")
            .contains(state.name()),
        state.isPaid());
    assertEquals(
        List.of("PAYING", "PENDING", "UNRESOLVED").contains(state.name()), state.isUndecided());
    assertEquals(List.of("PLACED", "UNRESOLVED").contains(state.name()), state.isOwners());
  }

  @Test
  void isUnfinishedOnlyBeforePaymentOrder() {
    assertTrue(order(State.OPEN, 0, ShopOrder.Payment.NONE).isUnfinished());
    assertFalse(order(State.OPEN).isUnfinished());
    assertFalse(order(State.EXPIRED, 0, ShopOrder.Payment.NONE).isUnfinished());
    assertEquals("01234567", order(State.OPEN).reference());
  }

  @Test
  void mayHaveBeenCapturedAfterAttempt() {
    assertFalse(order(State.OPEN).mayHaveBeenCaptured());
    assertTrue(order(State.PENDING).mayHaveBeenCaptured());
    ShopOrder.Payment tried = ShopOrder.Payment.of("PAY1", null).tried();
    assertEquals(1, tried.tries());
    assertTrue(order(State.OPEN, 0, tried).mayHaveBeenCaptured());
    ShopOrder.Payment cleared = tried.tried().uncaptured();
    assertEquals(2, cleared.tries());
    assertEquals(2, cleared.cleared());
    assertFalse(order(State.OPEN, 0, cleared).mayHaveBeenCaptured());
    var ledger = new Ledger(TOTAL, null, false, null, null, null);
    assertTrue(order(State.OPEN, 0, cleared.with(ledger)).mayHaveBeenCaptured());
  }

  @Test
  void countsChecksWhileUndecided() {
    ShopOrder pending = order(State.PENDING, 5, ShopOrder.Payment.NONE);
    assertEquals(6, pending.lookedInVain(LATER).standing().looks());
    assertEquals(LATER, pending.lookedInVain(LATER).standing().due());
    assertEquals(5, pending.in(State.UNRESOLVED, null).standing().looks());
    assertEquals(0, pending.in(State.PAID, null).standing().looks());
    assertEquals(
        0, order(State.OPEN, 5, ShopOrder.Payment.NONE).in(State.PAYING, null).standing().looks());
    ShopOrder again = pending.attempted(State.PAYING, 4, LATER);
    assertEquals(4, again.standing().attempt());
    assertEquals(3, pending.in(State.PAYING, LATER).standing().attempt());
    ShopOrder stored = pending.changedAt(LATER);
    assertEquals(8, stored.version());
    assertEquals(new ShopOrder.Standing(State.PENDING, 3, NOW, 5, NOW, LATER), stored.standing());
  }

  /** A transition of the same state and event as one that is allowed, but for its condition. */
  @ParameterizedTest
  @CsvSource({
    "OPEN, PAY, PAY1, 0, false, PAYING", "OPEN, PAY, , 0, false, ",
    "OPEN, NO_PROVIDER, , 0, false, PLACED", "OPEN, NO_PROVIDER, PAY1, 0, false, ",
    "OPEN, CANCEL, PAY1, 0, false, CANCELLED", "OPEN, CANCEL, PAY1, 1, false, ",
    "EXPIRED, REVIVE, PAY1, 0, false, OPEN", "EXPIRED, REVIVE, PAY1, 1, false, ",
    "CANCELLED, CAPTURED, PAY1, 0, false, PAID", "CANCELLED, CAPTURED, PAY1, 0, true, ",
    "OPEN, EXPIRE, PAY1, 1, false, ", "PAID, CANCEL, PAY1, 0, false, ",
  })
  void changesOnlyUnderCondition(
      State from, OrderEvent event, String payment, int tries, boolean decided, State to) {
    Ledger ledger = decided ? Ledger.NONE.decidedByOwner() : Ledger.NONE;
    ShopOrder order = order(from, 0, new ShopOrder.Payment(payment, null, tries, 0, ledger, null));
    assertEquals(Optional.ofNullable(to), OrderTransitions.next(order, event));
  }

  @Test
  void keepsFirstPaymentOrder() {
    ShopOrder.Payment known = ShopOrder.Payment.NONE.known("PAY1");
    assertEquals("PAY1", known.paymentOrder());
    assertSame(known, known.known("PAY2"));
    var shipment = new ShopOrder.Shipment("Post", "", false);
    assertEquals(shipment, known.with(shipment).tried().uncaptured().shipment());
    assertEquals("Shipment[carrier=Post, tracking=]", shipment.toString(), "part of emails' ids");
  }

  @Test
  void readsOrdersOfEarlierReleases() {
    assertEquals(Charges.none(TOTAL), new ShopOrder.Goods(List.of(), TOTAL, null).charges());
    assertEquals(Ledger.NONE, new ShopOrder.Payment(null, null, 0, 0, null, null).ledger());
    assertEquals(0, new Ledger(null, null, false, null, null, null).report().version());
    var charges =
        new Charges(TOTAL, new Charges.Shipping("Post", "DE", Money.of("USD", "5")), null, null);
    assertEquals(Money.of("USD", "25"), ShopOrder.Goods.of(List.of(), charges).total());
  }

  @Test
  void remembersMailboxOfBuyer() {
    var postal = new PostalAddress("1 Some Street", "", "Some City", "", "IE");
    var buyer = ShopOrder.Buyer.of("Ada", "A.da+x@GMAIL.com", postal, Locale.ENGLISH);
    assertEquals("ada@gmail.com", buyer.mailbox());
    assertEquals("1 Some Street\nSome City\nIreland", buyer.address());
    assertEquals(postal, buyer.postal());
  }

  @ParameterizedTest
  @CsvSource({
    "DE, 10115, Berlin, '', '10115 Berlin'",
    "DE, 10115, Berlin, BE, '10115 Berlin, BE'",
    "US, 12345, Albany, NY, 'Albany, NY 12345'",
    "GB, SW1A 1AA, London, '', London SW1A 1AA",
    "HK, '', Hong Kong, Kowloon, 'Hong Kong, Kowloon'",
  })
  void ordersPartsOfAddressByCountry(
      String country, String postcode, String city, String region, String place) {
    String lines = new PostalAddress("1 A", postcode, city, region, country).lines(Locale.ENGLISH);
    assertEquals(List.of("1 A", place), lines.lines().limit(2).toList());
    assertEquals(3, lines.lines().count());
  }

  @Test
  void remembersFactsOfMoneyAndGoods() {
    var truth =
        new PaymentTruth(
            Optional.of(OrderEvent.REFUND_PARTLY), TOTAL, Money.of("USD", "1"), "odd", 5);
    Ledger sold = Ledger.NONE.with(truth).settled(false);
    assertEquals(TOTAL, sold.captured());
    assertEquals(Money.of("USD", "1"), sold.refunded());
    assertEquals("odd", sold.problem());
    assertEquals(5, sold.report().version());
    assertTrue(sold.hasSold() && !sold.hasShortage());
    Ledger shortage = Ledger.NONE.settled(true);
    assertTrue(!shortage.hasSold() && shortage.hasShortage());
    Ledger decided = sold.decidedByOwner();
    assertTrue(decided.decided() && !sold.decided());
    assertNull(decided.problem());
    assertEquals(1, sold.returnedToShop().won());
    assertEquals(2, sold.returnedToShop().returnedToShop().won());
    assertEquals(1, sold.returnedToShop().with(truth).won());
    Ledger confirmed = sold.returnedToShop().at(version(9));
    assertEquals(new Ledger.Report(9, 1), confirmed.report());
    assertTrue(sold.isNewerThan(version(4)));
    assertFalse(sold.isNewerThan(version(5)));
    assertFalse(sold.isNewerThan(version(0)), "of an earlier release");
  }

  private static PaymentTruth version(long version) {
    return new PaymentTruth(Optional.empty(), null, null, null, version);
  }

  @ParameterizedTest
  @CsvSource({
    "paid, 20.00, , CAPTURED, ",
    "paid, 20.00, 5.00, REFUND_PARTLY, ",
    "paid, 20.00, 20.00, REFUND, ",
    "paid, 19.99, , DOUBTFUL, 'ordered 20.00 USD, captured 19.99 USD'",
    "paid, , , DOUBTFUL, as reported",
    "pending, , , CAPTURE_PENDING, as reported",
    "refunded, 20.00, 20.00, REFUND, as reported",
    "charged_back, 20.00, , CHARGE_BACK, as reported",
    "open, , , NOT_CAPTURED, as reported",
    "declined, , , NOT_CAPTURED, as reported",
    "voided, , , PAYMENT_GONE, as reported",
    "expired, , , PAYMENT_GONE, as reported",
    "refused, , , PAYMENT_GONE, as reported",
    "abandoned, , , PAYMENT_GONE, as reported",
    "capturing, , , , as reported",
    "creating, , , , as reported",
    "unresolved, , , DOUBTFUL, as reported",
    "of_a_newer_release, , , DOUBTFUL, as reported",
  })
  void comparesFactsWithTotal(
      String state, String captured, String refunded, OrderEvent event, String problem) {
    boolean reported = "as reported".equals(problem);
    var facts =
        new PaymentFacts(
            state, usd(captured), usd(refunded), false, reported ? "as reported" : null, 3);
    PaymentTruth truth = PaymentTruth.of(facts, TOTAL);
    assertEquals(Optional.ofNullable(event), truth.event());
    assertEquals(problem, truth.problem());
    assertEquals(captured == null ? null : Money.of("USD", captured), truth.captured());
    assertEquals(refunded == null ? null : Money.of("USD", refunded), truth.refunded());
    assertEquals(3, truth.version());
    assertEquals(
        List.of("open", "declined", "voided", "expired", "refused", "abandoned").contains(state),
        truth.isUncaptured());
  }

  private static CheckoutAmount usd(String value) {
    return value == null ? null : new CheckoutAmount("USD", value);
  }

  @Test
  void doubtsLostPayments() {
    for (String state : List.of("capturing", "creating")) {
      var facts = new PaymentFacts(state, null, null, true, null, 0);
      assertEquals(Optional.of(OrderEvent.DOUBTFUL), PaymentTruth.of(facts, TOTAL).event());
    }
    assertTrue(PaymentTruth.NO_PAYMENT.isUncaptured());
    assertFalse(PaymentTruth.UNKNOWN.isUncaptured());
  }

  /** An owner's decision takes the total outside the provider. */
  @ParameterizedTest
  @CsvSource({
    "PAID, , , 20.00, 0.00",
    "PAID, 15.00, , 15.00, 0.00",
    "PARTLY_REFUNDED, 20.00, 4.00, 20.00, 4.00",
    "REFUNDED, 20.00, , 20.00, 20.00",
    "REFUNDED, 20.00, 19.00, 20.00, 19.00",
    "CHARGED_BACK, 20.00, 4.00, 20.00, 20.00",
  })
  void countsMoney(State state, String captured, String refunded, String taken, String returned) {
    var ledger = new Ledger(dollars(captured), dollars(refunded), false, null, null, null);
    ShopOrder order = order(state, 0, ShopOrder.Payment.of("PAY1", null).with(ledger));
    assertEquals(dollars(taken), order.taken());
    assertEquals(dollars(returned), order.returned());
    assertFalse(order.hasEnded());
  }

  private static Money dollars(String amount) {
    return amount == null ? null : Money.of("USD", amount);
  }

  @Test
  void takesNothingBeforePayment() {
    assertNull(order(State.OPEN).taken());
    assertTrue(order(State.EXPIRED).hasEnded());
  }
}
