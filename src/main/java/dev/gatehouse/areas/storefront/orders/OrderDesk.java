package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.areas.storefront.orders.OrderTransitions.OrderEvent;
import dev.gatehouse.areas.storefront.orders.PaymentClient.PaymentTruth;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;

/** Actions of the owner on orders. */
public record OrderDesk(
    PaymentClient payments, StockClient stock, OrderChanges changes, ShopOrders orders) {
  /** Maximum number of retries of a change that lost to a concurrent change. */
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
   * Takes the owner's decision back. A cancelled order holds its stock again.
   *
   * @return the stored order; empty if money or goods have moved since, or nothing was decided
   * @throws ApiException 409 if the goods of a cancelled order are sold out
   */
  public Optional<ShopOrder> undo(Origin origin, ShopOrder order) {
    if (order.payment().ledger().decided() && order.standing().due() != null) {
      throw ApiException.busy(
          ErrorCode.WRITE_CONTENTION, "the last decision is still being applied: try again", 1);
    }
    boolean returned = order.state().isOver();
    Optional<ShopOrder> open =
        changes.apply(
            origin,
            order,
            OrderEvent.UNDO,
            each -> each.with(each.payment().with(each.payment().ledger().undone(returned))));
    if (open.isPresent() && returned && !stock.hold(origin, open.get()).shortages().isEmpty()) {
      decide(origin, changes.found(order.id()), false);
      throw ApiException.of(
          ErrorCode.ORDER_STATE_NOT_ALLOWED, "the goods of the order are sold out");
    }
    return open;
  }

  /**
   * Stores that the goods are shipped. The same shipment again changes nothing.
   *
   * @return the stored order; empty if it cannot be shipped in its state
   */
  public Optional<ShopOrder> ship(Origin origin, ShopOrder order, ShopOrder.Shipment shipment) {
    ShopOrder done =
        repeated(
            order,
            known ->
                shipment.equals(known.payment().shipment())
                        || OrderTransitions.next(known, OrderEvent.SHIP).isEmpty()
                    ? Optional.of(known)
                    : changes.apply(
                        origin,
                        known,
                        OrderEvent.SHIP,
                        each -> each.with(each.payment().with(shipment))));
    return Optional.of(done).filter(stored -> shipment.equals(stored.payment().shipment()));
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
    if (!paid || order.fromElsewhere()) {
      return Optional.empty();
    }
    if (order.payment().paymentOrder() == null) {
      return refundOutside(origin, order, key, amount);
    }
    PaymentTruth truth = payments.refund(origin, order, key, amount);
    return Optional.of(changes.settle(origin, order, truth));
  }

  /** Stores a refund that the owner has made without the provider, such as a bank transfer. */
  private Optional<ShopOrder> refundOutside(
      Origin origin, ShopOrder order, String key, Optional<Money> amount) {
    return Optional.of(
        repeated(
            order,
            known -> {
              Ledger ledger = known.payment().ledger();
              if (ledger.report().outside().contains(key)) {
                return Optional.of(known);
              }
              Money total = known.goods().total();
              Money left =
                  ledger.refunded() == null ? total : total.plus(ledger.refunded().times(-1));
              Money refund = amount.orElse(left);
              boolean allowed =
                  refund.currency().equals(total.currency())
                      && refund.signum() > 0
                      && refund.compareTo(left) <= 0;
              ApiError.badRequestUnless(
                  allowed, "amount", "must be more than 0 and at most " + left);
              OrderEvent event = refund.equals(left) ? OrderEvent.REFUND : OrderEvent.REFUND_PARTLY;
              if (OrderTransitions.next(known, event).isEmpty()) {
                return Optional.of(known);
              }
              return changes.apply(
                  origin,
                  known,
                  event,
                  each -> each.with(each.payment().with(ledger.refunded(key, refund))));
            }));
  }

  /** Returns the goods of a refunded order to the stock, once. */
  public void restock(Origin origin, ShopOrder order) {
    stock.restock(origin, order);
  }

  /** Corrects the address of an order, and stores the owner's note. */
  public ShopOrder correct(ShopOrder order, UnaryOperator<ShopOrder.Buyer> correction) {
    return repeated(order, known -> orders.change(known.with(correction.apply(known.buyer()))));
  }

  /** Repeats a change that is empty if it loses to a concurrent change, and returns its result. */
  private ShopOrder repeated(ShopOrder order, Function<ShopOrder, Optional<ShopOrder>> change) {
    ShopOrder known = order;
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Optional<ShopOrder> done = change.apply(known);
      if (done.isPresent()) {
        return done.get();
      }
      known = changes.found(order.id());
    }
    throw ApiException.busy(
        ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this order", 1);
  }
}
