package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Money;
import java.util.Optional;

/** Actions of the owner on orders. */
public final class OrderDesk {
  private final PaymentClient payments;
  private final OrderChanges changes;

  OrderDesk(PaymentClient payments, OrderChanges changes) {
    this.payments = payments;
    this.changes = changes;
  }

  /**
   * Decides that an order is paid or cancelled.
   *
   * @return the stored order; empty if the owner need not decide on it
   */
  public Optional<ShopOrder> decide(Origin origin, ShopOrder order, boolean paid) {
    return changes.apply(
        origin,
        order,
        paid ? OrderEvent.DECIDE_PAID : OrderEvent.DECIDE_CANCELLED,
        each -> each.with(each.payment().with(each.payment().ledger().decidedByOwner())));
  }

  /**
   * Stores that the goods are shipped. The same shipment again changes nothing.
   *
   * @return the stored order; empty if it cannot be shipped in its state
   */
  public Optional<ShopOrder> ship(Origin origin, ShopOrder order, ShopOrder.Shipment shipment) {
    if (shipment.equals(order.payment().shipment())) {
      return Optional.of(order);
    }
    return changes.apply(
        origin, order, OrderEvent.SHIP, each -> each.with(each.payment().with(shipment)));
  }

  /**
   * Refunds the payment of an order. The same key makes one refund.
   *
   * @param amount empty for all that is left
   * @return the stored order; empty if it has no payment that can be refunded
   */
  public Optional<ShopOrder> refund(
      Origin origin, ShopOrder order, String key, Optional<Money> amount) {
    boolean paid = order.state().isPaid() || order.state() == ShopOrder.State.UNRESOLVED;
    if (!paid || order.payment().paymentOrder() == null) {
      return Optional.empty();
    }
    PaymentTruth truth = payments.refund(origin, order, key, amount);
    return Optional.of(changes.settle(origin, order, truth));
  }
}
