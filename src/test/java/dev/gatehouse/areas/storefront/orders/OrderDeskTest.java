package dev.gatehouse.areas.storefront.orders;

import static dev.gatehouse.areas.storefront.orders.OrdersInMemory.BUYER;
import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.areas.storefront.orders.ShopOrder.Shipment;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.CheckoutReply;
import dev.gatehouse.messages.PaymentMessages.RefundPayment;
import dev.gatehouse.outbox.OutboxEntry;
import java.util.List;
import java.util.Optional;
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
}
