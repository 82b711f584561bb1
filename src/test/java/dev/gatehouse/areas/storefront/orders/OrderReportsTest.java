package dev.gatehouse.areas.storefront.orders;

import static dev.gatehouse.areas.storefront.orders.OrdersInMemory.BUYER;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.storefront.orders.OrderTransitions.OrderEvent;
import dev.gatehouse.areas.storefront.orders.PaymentClient.PaymentTruth;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.StorefrontMessages.PaymentChanged;
import dev.gatehouse.outbox.OutboxEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reports of the payments area change in orders, in any order of their arrival. */
class OrderReportsTest {
  private final OrdersInMemory shop = new OrdersInMemory();
  private final RepliesOfAreas bus = shop.bus;

  private void notice(String order, String payment) {
    var call = Call.message("storefront.paymentChanged", BUYER, Duration.ofSeconds(10), Map.of());
    assertEquals(
        new Done(true, ""),
        shop.reconciliation.paymentChanged(call, new PaymentChanged(order, payment)));
  }

  /** Reports facts of the payment. */
  private State report(String facts, String refunded, long version) {
    bus.facts = facts;
    bus.refunded = refunded;
    bus.version = version;
    notice(shop.stored().id(), "PAY1");
    return shop.stored().state();
  }

  @ParameterizedTest
  @CsvSource({
    "paid, , PAID, 2",
    "paid, 9.00, REFUNDED, 2",
    "paid, 1.00, PARTLY_REFUNDED, 2",
    "pending, , PENDING, 2",
    "open, , OPEN, 0",
    "voided, , OPEN, 0",
    "charged_back, , CHARGED_BACK, 1",
    "unresolved, , UNRESOLVED, 1"
  })
  void changesOpenOrder(String facts, String refunded, State state, int mails) {
    shop.place();
    assertEquals(state, report(facts, refunded, 1));
    assertEquals(mails, shop.outbox.count(OutboxEntry.State.WAITING));
    assertEquals(state.isPaid(), shop.stored().payment().ledger().hasSold());
  }

  @ParameterizedTest
  @CsvSource({
    "paid, , PAID",
    "pending, , PENDING",
    "declined, , CANCELLED",
    "voided, , CANCELLED",
    "refunded, 9.00, REFUNDED",
  })
  void changesPendingOrder(String facts, String refunded, State state) {
    shop.place();
    report("pending", null, 1);
    assertEquals(state, report(facts, refunded, 2));
    int looks = state == State.PENDING ? 1 : 0;
    assertEquals(looks, shop.stored().standing().looks());
  }

  @Test
  void rejectsNoticeWhileOutcomeIsUnknown() {
    shop.place();
    ApiError failure =
        assertThrows(ApiException.class, () -> report("capturing", null, 1)).failure();
    assertEquals(ErrorCode.CAPTURE_IN_PROGRESS, failure.code());
    assertEquals("5", failure.headers().get("Retry-After"));
    assertEquals(State.OPEN, shop.stored().state());
  }

  @Test
  void ignoresNoticesOfOtherPayments() {
    shop.place();
    bus.facts = "paid";
    notice("unknown", "PAY1");
    notice(shop.stored().id(), "PAY2");
    assertEquals(State.OPEN, shop.stored().state());
    assertFalse(bus.calls.contains("payment"), bus.calls::toString);
  }

  /** The node may have died between the creation at the provider and its own write. */
  @Test
  void learnsPaymentOfUnfinishedOrder() {
    bus.checkout = ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away");
    assertThrows(ApiException.class, shop::place);
    assertEquals(State.PAID, report("paid", null, 1));
    assertEquals("PAY1", shop.stored().payment().paymentOrder());
  }

  @Test
  void ignoresOlderReports() {
    shop.place();
    report("paid", null, 5);
    assertEquals(State.PARTLY_REFUNDED, report("paid", "3.00", 7));
    assertEquals(State.PARTLY_REFUNDED, report("refunded", "9.00", 6));
    assertEquals(7, shop.stored().payment().ledger().report().version());
    assertEquals(State.PARTLY_REFUNDED, report("paid", "2.00", 8), "a smaller refund is older");
    Ledger ledger = shop.stored().payment().ledger();
    assertEquals(Money.of("USD", "3.00"), ledger.refunded());
    assertEquals(8, ledger.report().version());
    assertEquals(State.PARTLY_REFUNDED, report("paid", "4.00", 9));
    assertEquals(Money.of("USD", "4.00"), shop.stored().payment().ledger().refunded());
    long version = shop.stored().version();
    assertEquals(State.PARTLY_REFUNDED, report("paid", "4.00", 10));
    assertEquals(version + 1, shop.stored().version(), "a confirmation changes nothing else");
  }

  @Test
  void storesVersionOfConfirmation() {
    shop.place();
    report("paid", null, 5);
    assertEquals(State.PAID, report("paid", null, 6));
    assertEquals(6, shop.stored().payment().ledger().report().version());
    long version = shop.stored().version();
    report("paid", null, 6);
    report("open", null, 7);
    assertEquals(version, shop.stored().version(), "neither is news");
  }

  @Test
  void endsChargebackByNewerReportOnly() {
    shop.place();
    report("paid", null, 5);
    assertEquals(State.CHARGED_BACK, report("charged_back", null, 6));
    assertEquals(State.CHARGED_BACK, report("paid", null, 6));
    assertEquals(0, shop.stored().payment().ledger().won());
    assertEquals(State.PAID, report("paid", null, 7));
    assertEquals(1, shop.stored().payment().ledger().won());
    assertEquals(State.CHARGED_BACK, report("charged_back", null, 8));
    assertEquals(State.REFUNDED, report("refunded", "9.00", 9));
    assertEquals(2, shop.stored().payment().ledger().won());
  }

  @Test
  void wonDisputeOfShippedOrderLeavesItShipped() {
    shop.place();
    report("paid", null, 5);
    shop.desk.ship(BUYER, shop.stored(), new ShopOrder.Shipment("Post", "1", false));
    assertEquals(State.CHARGED_BACK, report("charged_back", null, 6));
    assertEquals(State.SHIPPED, report("paid", null, 7));
  }

  /** Another node has stored facts since the order was read. */
  @Test
  void rejectsReportThatCannotBeCompared() {
    ShopOrder stale = shop.place().order();
    report("paid", null, 5);
    var unversioned =
        new PaymentTruth(Optional.of(OrderEvent.REFUND), Money.of("USD", "9.00"), null, null, 0);
    ApiException failure =
        assertThrows(ApiException.class, () -> shop.changes.settle(BUYER, stale, unversioned));
    assertEquals(ErrorCode.WRITE_CONTENTION, failure.failure().code());
    var newer =
        new PaymentTruth(Optional.of(OrderEvent.CAPTURED), Money.of("USD", "9.00"), null, null, 6);
    assertEquals(State.PAID, shop.changes.settle(BUYER, stale, newer).state());
    assertEquals(6, shop.stored().payment().ledger().report().version());
  }

  @Test
  void asksOwnerAfterAMonthOfChecks() {
    shop.place();
    bus.facts = "capturing";
    shop.clock.advance(OrdersInMemory.HOLD);
    shop.reconciliation.run();
    assertEquals(1, shop.stored().standing().looks());
    assertEquals(shop.clock.instant().plus(Duration.ofMinutes(1)), shop.stored().standing().due());
    for (int i = 1; i < 70; i++) {
      shop.clock.advance(Duration.ofHours(12));
      shop.reconciliation.run();
    }
    assertEquals(State.OPEN, shop.stored().state());
    assertEquals(70, shop.stored().standing().looks());
    shop.clock.advance(Duration.ofHours(12));
    shop.reconciliation.run();
    assertEquals(State.UNRESOLVED, shop.stored().state());
    assertNull(shop.stored().standing().due());
  }

  @Test
  void repeatsFailedFollowUp() {
    ShopOrder order = shop.place().order();
    bus.ends = ApiError.of(ErrorCode.AREA_UNAVAILABLE, "away");
    assertEquals(State.CANCELLED, shop.checkout.cancel(BUYER, order).order().state());
    ShopOrder.Standing failed = shop.stored().standing();
    assertEquals(1, failed.looks());
    assertEquals(shop.clock.instant().plus(Duration.ofMinutes(1)), failed.due());
    bus.ends = Answer.ok(new Done(true, ""));
    shop.clock.advance(Duration.ofMinutes(1));
    shop.reconciliation.run();
    assertNull(shop.stored().standing().due());
  }

  /** A reservation that was released meanwhile is replaced by that of another attempt. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void holdsReleasedStockAgain(boolean onSale) {
    shop.place();
    if (onSale) {
      bus.ends = Answer.ok(new Done(true, "released"));
    } else {
      bus.held = new StockHeld(List.of(), Map.of(), "released");
    }
    report("paid", null, 1);
    assertEquals(State.PAID, shop.stored().state());
    assertEquals(6, shop.stored().standing().attempt());
    assertTrue(shop.stored().standing().due() != null, "it is repeated");
    bus.ends = Answer.ok(new Done(true, "sold"));
    bus.held = RepliesOfAreas.HELD;
    shop.clock.advance(Duration.ofHours(1));
    shop.reconciliation.run();
    assertTrue(shop.stored().payment().ledger().hasSold());
    assertNull(shop.stored().standing().due());
  }

  @Test
  void repeatsPendingLookInAnHour() {
    shop.place();
    report("pending", null, 1);
    assertEquals(shop.clock.instant().plus(Duration.ofHours(1)), shop.stored().standing().due());
  }
}
