package dev.gatehouse.areas.storefront.orders;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.PaymentMessages.CheckoutReply;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.ProductMessages.StockShortage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a buyer reads after each reply of the stock and of the payments. */
class CheckoutRepliesTest {
  private final OrdersInMemory shop = new OrdersInMemory();
  private final RepliesOfAreas bus = shop.bus;
  private final Checkout checkout = shop.checkout;

  private Checkout.Result place() {
    return shop.place();
  }

  private void assertResult(State state, String problem, Checkout.Result result) {
    assertEquals(problem, result.problem());
    assertEquals(state, result.order().state());
    assertEquals(state, shop.orders.find(result.order().id()).orElseThrow().state());
  }

  private ShopOrder stored() {
    return shop.stored();
  }

  @Test
  void placesOrderOnce() {
    Checkout.Result placed = place();
    assertResult(State.OPEN, "", placed);
    assertEquals("PAY1", placed.order().payment().paymentOrder());
    assertEquals("https://pay/", placed.order().payment().approveUrl());
    assertEquals(shop.clock.instant().plus(OrdersInMemory.HOLD), placed.order().standing().due());
    assertEquals(placed, place());
    assertEquals(List.of("holdStock", "checkout"), bus.calls);
  }

  @ParameterizedTest
  @CsvSource({
    "book, one, 0, 'A book, one is sold out'",
    "book, one, 2, 'A book, one: only 2 left'",
    "book, two, 0, An item in this cart is no longer available",
    "other, one, 0, An item in this cart is no longer available",
  })
  void namesShortages(String product, String label, int left, String problem) {
    var shortage = new StockShortage(product, label, left);
    bus.held = RepliesOfAreas.held(List.of(shortage));
    assertResult(State.CANCELLED, problem, place());
    assertResult(State.CANCELLED, "", place());
    assertEquals(List.of("holdStock", "releaseStock 1"), bus.calls);
  }

  @Test
  void namesSeveralShortages() {
    var shortage = new StockShortage("book", "one", 0);
    bus.held = RepliesOfAreas.held(List.of(shortage, shortage));
    assertEquals("A book, one is sold out. A book, one is sold out", place().problem());
  }

  @Test
  void rejectsChangedPrices() {
    String problem = "The cart or its prices have changed. Please review your cart";
    bus.held = new StockHeld(List.of(), Map.of("book", new BigDecimal("9.01")), null);
    assertResult(State.CANCELLED, problem, place());
  }

  @Test
  void rejectsProductsWithoutPrice() {
    bus.held = new StockHeld(List.of(), Map.of(), null);
    assertEquals("The cart or its prices have changed. Please review your cart", place().problem());
  }

  @Test
  void cancelsOrderWhoseStockWasReleased() {
    bus.held = new StockHeld(List.of(), RepliesOfAreas.HELD.prices(), "released");
    assertResult(State.CANCELLED, "", place());
  }

  @Test
  void completesOrderAfterProviderFailed() {
    bus.checkout = ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away");
    assertEquals(
        ErrorCode.PROVIDER_UNAVAILABLE,
        assertThrows(ApiException.class, this::place).failure().code());
    assertEquals(State.OPEN, stored().state());
    assertEquals(2, stored().standing().attempt());
    assertEquals(List.of("holdStock", "checkout", "releaseStock 1"), bus.calls);
    bus.checkout = Answer.ok(new CheckoutReply(true, "PAY1", null));
    assertEquals("PAY1", place().order().payment().paymentOrder());
  }

  @Test
  void cancelsOrderThatProviderRejects() {
    bus.checkout = ApiError.of(ErrorCode.PAYMENT_REJECTED, "no");
    assertThrows(ApiException.class, this::place);
    assertEquals(State.CANCELLED, stored().state());
  }

  @Test
  void leavesPaymentToOwnerWithoutProvider() {
    bus.checkout = Answer.ok(new CheckoutReply(false, null, null));
    assertResult(State.PLACED, "", place());
  }

  @ParameterizedTest
  @CsvSource({
    "open, CANCELLED, ''",
    "expired, CANCELLED, ''",
    "paid, PAID, ''",
    "capturing, OPEN, 'The order cannot be cancelled at the moment, because the status of its"
        + " payment is unknown. Please try again in a minute'",
  })
  void cancelsUnpaidOrders(String facts, State state, String problem) {
    ShopOrder order = place().order();
    bus.facts = facts;
    assertResult(state, problem, checkout.cancel(OrdersInMemory.BUYER, order));
  }

  @Test
  void cancelsOnlyOpenOrders() {
    bus.checkout = Answer.ok(new CheckoutReply(false, null, null));
    ShopOrder placed = place().order();
    bus.calls.clear();
    assertResult(State.PLACED, "", checkout.cancel(OrdersInMemory.BUYER, placed));
    assertResult(State.PLACED, "", checkout.pay(OrdersInMemory.BUYER, placed));
    assertEquals(List.of(), bus.calls);
  }

  @Test
  void cancelsUnfinishedOrderWithoutPayment() {
    bus.checkout = ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away");
    assertThrows(ApiException.class, this::place);
    bus.calls.clear();
    assertResult(State.CANCELLED, "", checkout.cancel(OrdersInMemory.BUYER, stored()));
    assertEquals(List.of("releaseStock 1", "releaseStock 2"), bus.calls);
  }

  @ParameterizedTest
  @CsvSource({
    "paid, PAID, ''",
    "pending, PENDING, ''",
    "open, OPEN, The payment was not approved. Try again or use another payment method",
    "declined, OPEN, The payment was not approved. Try again or use another payment method",
    "expired, EXPIRED, The payment has expired. Please place a new order",
    "capturing, PAYING, The payment is not confirmed yet. You will be charged at most once",
  })
  void pays(String facts, State state, String problem) {
    ShopOrder order = place().order();
    bus.facts = facts;
    assertResult(state, problem, checkout.pay(OrdersInMemory.BUYER, order));
    assertEquals(1, stored().payment().tries());
    assertEquals(facts.equals("paid"), stored().payment().ledger().hasSold(), stored()::toString);
  }

  /** A rejected call may still begin, unless the payments area has decided it. */
  @ParameterizedTest
  @CsvSource({
    "PAYMENT_DECLINED, open, OPEN",
    "ORDER_NOT_APPROVED, open, OPEN",
    "TIMEOUT, open, PAYING",
    "TIMEOUT, paid, PAID",
  })
  void paysAfterFailedCall(ErrorCode code, String facts, State state) {
    ShopOrder order = place().order();
    bus.facts = facts;
    bus.capture = ApiError.of(code, "failed");
    assertEquals(state, checkout.pay(OrdersInMemory.BUYER, order).order().state());
  }

  @Test
  void paysExpiredOrderWhileGoodsAreLeft() {
    ShopOrder order = place().order();
    shop.clock.advance(OrdersInMemory.HOLD);
    shop.reconciliation.run();
    assertEquals(State.EXPIRED, stored().state());
    bus.held = RepliesOfAreas.held(List.of(new StockShortage("book", "one", 0)));
    assertResult(
        State.EXPIRED,
        "A book, one is sold out. No payment was requested",
        checkout.pay(OrdersInMemory.BUYER, stored()));
    assertEquals(2, stored().standing().attempt());
    bus.held = RepliesOfAreas.HELD;
    bus.facts = "paid";
    bus.calls.clear();
    assertResult(State.PAID, "", checkout.pay(OrdersInMemory.BUYER, stored()));
    assertEquals(order.id(), stored().id());
    assertTrue(bus.calls.contains("releaseStock 2"), bus.calls::toString);
    assertEquals("sellStock 3", bus.calls.getLast());
    bus.calls.clear();
    assertResult(State.PAID, "", checkout.pay(OrdersInMemory.BUYER, stored()));
    assertEquals(List.of(), bus.calls);
  }

  @Test
  void paysUnfinishedOrder() {
    bus.checkout = ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away");
    assertThrows(ApiException.class, this::place);
    bus.checkout = Answer.ok(new CheckoutReply(true, "PAY1", "https://pay/"));
    Checkout.Result result = checkout.pay(OrdersInMemory.BUYER, stored());
    assertResult(State.OPEN, "", result);
    assertEquals("https://pay/", result.order().payment().approveUrl());
  }

  @Test
  void keepsExpiredOrderWithoutPaymentOrder() {
    bus.checkout = ApiError.of(ErrorCode.PROVIDER_UNAVAILABLE, "away");
    assertThrows(ApiException.class, this::place);
    shop.clock.advance(OrdersInMemory.HOLD);
    shop.reconciliation.run();
    assertResult(State.EXPIRED, "", checkout.pay(OrdersInMemory.BUYER, stored()));
  }

  @ParameterizedTest
  @CsvSource({"paid, PAID", "open, CANCELLED", "pending, PENDING"})
  void readsPendingPaymentOnRequest(String facts, State state) {
    ShopOrder order = place().order();
    bus.facts = "pending";
    checkout.pay(OrdersInMemory.BUYER, order);
    assertEquals(State.PENDING, checkout.pay(OrdersInMemory.BUYER, stored()).order().state());
    bus.facts = facts;
    shop.clock.advance(Duration.ofDays(1));
    shop.reconciliation.run();
    assertEquals(state, stored().state());
    assertEquals(state == State.CANCELLED, bus.calls.contains("releaseStock 1"));
  }
}
