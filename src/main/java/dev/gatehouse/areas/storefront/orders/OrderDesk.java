package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import java.util.Optional;

/** Actions of the owner on orders. */
public record OrderDesk(PaymentClient payments, OrderChanges changes) {
  /** Maximum number of retries of a shipment that lost to a concurrent change. */
  private static final int MAX_TURNS = 20;

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
    ShopOrder known = order;
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      if (shipment.equals(known.payment().shipment())) {
        return Optional.of(known);
      }
      if (OrderTransitions.next(known, OrderEvent.SHIP).isEmpty()) {
        return Optional.empty();
      }
      Optional<ShopOrder> stored =
          changes.apply(
              origin, known, OrderEvent.SHIP, each -> each.with(each.payment().with(shipment)));
      if (stored.isPresent()) {
        return stored;
      }
      known = changes.found(order.id());
    }
    throw ApiException.busy(
        ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this order", 1);
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
