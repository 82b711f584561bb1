package dev.gatehouse.areas.storefront.orders;

import static dev.gatehouse.areas.storefront.orders.OrdersInMemory.BUYER;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.storefront.orders.ShopOrder.Shipment;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.CheckoutReply;
import dev.gatehouse.messages.PaymentMessages.RefundPayment;
import dev.gatehouse.outbox.OutboxEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the owner does with orders, and the emails about them. */
class OrderDeskTest {
  private static final Origin OWNER = Origin.ownTask("r", "owner");
  private static final Shipment POST = new Shipment("Post", "1", false);

  private final OrdersInMemory shop = new OrdersInMemory();
  private final RepliesOfAreas bus = shop.bus;

  private long mails() {
    return shop.outbox.count(OutboxEntry.State.WAITING);
  }

  @Test
  void shipsPaidOrderOnce() {
    ShopOrder paid = shop.paid();
    assertEquals(2, mails());
    ShopOrder shipped = shop.desk.ship(OWNER, paid, POST).orElseThrow();
    assertEquals(State.SHIPPED, shipped.state());
    assertEquals(POST, shop.stored().payment().shipment());
    assertEquals(shop.stored(), shop.desk.ship(OWNER, paid, POST).orElseThrow());
    assertEquals(4, mails());
    var other = new Shipment("Post", "2", false);
    assertEquals(other, shop.desk.ship(OWNER, paid, other).orElseThrow().payment().shipment());
    assertEquals(6, mails(), "each shipment has its emails");
  }

  @Test
  void shipsOnlyPaidOrders() {
    ShopOrder open = shop.place().order();
    assertEquals(Optional.empty(), shop.desk.ship(OWNER, open, POST));
    assertNull(shop.stored().payment().shipment());
  }

  @Test
  void refundsPartAndRest() {
    ShopOrder paid = shop.paid();
    bus.refunded = "2.00";
    bus.version = 2;
    Money part = Money.of("USD", "2.00");
    ShopOrder partly = shop.desk.refund(OWNER, paid, "k", Optional.of(part)).orElseThrow();
    assertEquals(State.PARTLY_REFUNDED, partly.state());
    assertEquals(part, partly.payment().ledger().refunded());
    assertEquals(new RefundPayment("PAY1", "k", new CheckoutAmount("USD", "2.00")), bus.refund);
    assertEquals(4, mails());
    bus.refunded = "3.00";
    bus.version = 3;
    shop.desk.refund(OWNER, partly, "l", Optional.of(Money.of("USD", "1.00")));
    assertEquals(6, mails(), "each refund has its emails");
    bus.facts = "refunded";
    bus.refunded = "9.00";
    bus.version = 4;
    Optional<ShopOrder> all = shop.desk.refund(OWNER, shop.stored(), "m", Optional.empty());
    assertEquals(State.REFUNDED, all.orElseThrow().state());
    assertNull(bus.refund.amount());
    assertEquals(8, mails());
  }

  @Test
  void recordsRefundWithoutProvider() {
    ShopOrder open = shop.place().order();
    assertEquals(Optional.empty(), shop.desk.refund(OWNER, open, "k", Optional.empty()));
    bus.checkout = Answer.ok(new CheckoutReply(false, null, null));
    ShopOrder placed = shop.place("other").order();
    ShopOrder decided = shop.desk.decide(OWNER, placed, true).orElseThrow();
    ShopOrder refunded = shop.desk.refund(OWNER, decided, "k", Optional.empty()).orElseThrow();
    assertEquals(State.REFUNDED, refunded.state());
    assertEquals(Money.of("USD", "9.00"), refunded.payment().ledger().refunded());
    assertFalse(bus.calls.contains("refund"));
  }

  @ParameterizedTest
  @CsvSource({"true, PAID, sellStock 1", "false, CANCELLED, releaseStock 1"})
  void decidesPlacedOrderOnce(boolean paid, State state, String stock) {
    bus.checkout = Answer.ok(new CheckoutReply(false, null, null));
    ShopOrder placed = shop.place().order();
    bus.calls.clear();
    ShopOrder decided = shop.desk.decide(OWNER, placed, paid).orElseThrow();
    assertEquals(state, decided.state());
    assertTrue(decided.payment().ledger().decided());
    assertTrue(bus.calls.contains(stock), bus.calls::toString);
    assertEquals(Optional.empty(), shop.desk.decide(OWNER, shop.stored(), paid));
  }

  /** The money has arrived, but the goods are gone. */
  @Test
  void notifiesOwnerOfSoldOutGoods() {
    shop.place();
    bus.held = RepliesOfAreas.held(List.of(RepliesOfAreas.NONE_LEFT));
    bus.facts = "paid";
    ShopOrder paid = shop.checkout.pay(BUYER, shop.stored()).order();
    assertEquals(State.PAID, paid.state());
    assertTrue(paid.payment().ledger().hasShortage() && OrderNews.isSoldOut(paid));
    assertTrue(bus.calls.contains("releaseStock 1"), bus.calls::toString);
    assertFalse(bus.calls.contains("sellStock 1"), bus.calls::toString);
    assertEquals(3, mails());
  }

  /** Returns an order without a provider, on which the owner has decided. */
  private ShopOrder decided(boolean paid) {
    bus.checkout = Answer.ok(new CheckoutReply(false, null, null));
    return shop.desk.decide(OWNER, shop.place().order(), paid).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void undoesDecisionUntilGoodsMove(boolean paid, boolean holdsAgain) {
    decided(paid);
    bus.calls.clear();
    ShopOrder open = shop.desk.undo(OWNER, shop.stored()).orElseThrow();
    assertEquals(State.PLACED, open.state());
    Ledger ledger = open.payment().ledger();
    assertFalse(ledger.decided());
    assertEquals(1, ledger.report().undone());
    assertEquals(paid, ledger.hasSold(), "goods that were sold stay so");
    assertEquals(holdsAgain, bus.calls.contains("holdStock"), bus.calls::toString);
    assertEquals(Optional.empty(), shop.desk.undo(OWNER, shop.stored()));
    shop.desk.decide(OWNER, shop.stored(), true);
    shop.desk.ship(OWNER, shop.stored(), POST);
    assertEquals(Optional.empty(), shop.desk.undo(OWNER, shop.stored()));
  }

  @Test
  void returnsSoldGoodsOfOrderThatIsCancelledAfterAll() {
    decided(true);
    shop.desk.undo(OWNER, shop.stored());
    bus.calls.clear();
    shop.desk.decide(OWNER, shop.stored(), false);
    assertEquals(State.CANCELLED, shop.stored().state());
    assertEquals(List.of("releaseStock 1", "restock -1"), bus.calls);
  }

  @Test
  void undoesNoPayment() {
    ShopOrder paid = shop.paid();
    assertEquals(Optional.empty(), shop.desk.undo(OWNER, paid));
    assertEquals(State.PAID, shop.stored().state());
  }

  @Test
  void undoesDecisionOnUnknownPayment() {
    shop.place();
    bus.facts = "inconsistent";
    ShopOrder unresolved = shop.checkout.pay(BUYER, shop.stored()).order();
    assertEquals(State.UNRESOLVED, unresolved.state());
    shop.desk.decide(OWNER, unresolved, true);
    assertEquals(State.UNRESOLVED, shop.desk.undo(OWNER, shop.stored()).orElseThrow().state());
  }

  @Test
  void undoesNoCancellationOfSoldOutGoods() {
    decided(false);
    bus.held = RepliesOfAreas.held(List.of(RepliesOfAreas.NONE_LEFT));
    ApiException soldOut =
        assertThrows(ApiException.class, () -> shop.desk.undo(OWNER, shop.stored()));
    assertEquals(ErrorCode.ORDER_STATE_NOT_ALLOWED, soldOut.failure().code());
    assertEquals(State.CANCELLED, shop.stored().state());
  }

  /** Its stock could be sold and held at once. */
  @Test
  void undoesNothingWhileStockIsMoving() {
    bus.checkout = Answer.ok(new CheckoutReply(false, null, null));
    ShopOrder placed = shop.place().order();
    bus.ends = ApiError.of(ErrorCode.AREA_UNAVAILABLE, "away");
    ShopOrder decided = shop.desk.decide(OWNER, placed, false).orElseThrow();
    ApiException busy = assertThrows(ApiException.class, () -> shop.desk.undo(OWNER, decided));
    assertEquals(ErrorCode.WRITE_CONTENTION, busy.failure().code());
  }

  @Test
  void recordsPartsRefundedElsewhere() {
    ShopOrder paid = decided(true);
    Optional<Money> part = Optional.of(Money.of("USD", "4.00"));
    for (int i = 0; i < 2; i++) {
      ShopOrder partly = shop.desk.refund(OWNER, paid, "k", part).orElseThrow();
      assertEquals(State.PARTLY_REFUNDED, partly.state());
      assertEquals(Money.of("USD", "4.00"), partly.payment().ledger().refunded());
    }
    for (Money wrong :
        List.of(Money.of("USD", "5.01"), Money.of("USD", "0.00"), Money.of("EUR", "1.00"))) {
      ApiException refused =
          assertThrows(
              ApiException.class,
              () -> shop.desk.refund(OWNER, shop.stored(), "l", Optional.of(wrong)));
      assertEquals(400, refused.failure().status());
    }
    ShopOrder all = shop.desk.refund(OWNER, shop.stored(), "m", Optional.empty()).orElseThrow();
    assertEquals(State.REFUNDED, all.state());
    assertEquals(Money.of("USD", "9.00"), all.payment().ledger().refunded());
    assertEquals(all, shop.desk.refund(OWNER, all, "m", Optional.empty()).orElse(all));
  }

  @Test
  void correctsBuyerAndReturnsGoods() {
    ShopOrder paid = shop.paid();
    var elsewhere = new ShopOrder.PostalAddress("2 Other Street", "20095", "Hamburg", "", "DE");
    ShopOrder corrected =
        shop.desk.correct(
            paid, buyer -> buyer.corrected("Ada L.", elsewhere, "by bike", Locale.ENGLISH));
    assertEquals("Ada L.", shop.stored().buyer().name());
    assertEquals(elsewhere, shop.stored().buyer().postal());
    assertTrue(corrected.buyer().address().contains("Hamburg"), corrected.buyer().address());
    assertEquals("ada@example.org", corrected.buyer().email());
    assertEquals(corrected, shop.stored());
    shop.desk.restock(OWNER, corrected);
    assertEquals("restock 0", bus.calls.getLast());
  }
}
