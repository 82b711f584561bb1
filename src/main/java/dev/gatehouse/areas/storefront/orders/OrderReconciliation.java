package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.areas.storefront.orders.OrderTransitions.OrderEvent;
import dev.gatehouse.areas.storefront.orders.PaymentClient.PaymentTruth;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.StorefrontMessages.PaymentChanged;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings orders to their true state: those that are due, and those whose payment has changed. */
record OrderReconciliation(
    ShopOrders orders,
    PaymentClient payments,
    Checkout checkout,
    OrderChanges changes,
    OrderReconciliationQueue followUps) {
  private static final Logger LOG = LoggerFactory.getLogger(OrderReconciliation.class);
  private static final int BATCH = 50;

  /** The orders that become due within a minute must be processed within one minute. */
  private static final int MAX_BATCHES = 40;

  void run() {
    int looked = BATCH;
    for (int batch = 0; batch < MAX_BATCHES && looked == BATCH; batch++) {
      looked = runBatch();
    }
  }

  private int runBatch() {
    List<ShopOrder> due = orders.due(BATCH);
    for (ShopOrder order : due) {
      Origin origin = Origin.ownTask("order-" + order.reference(), "storefront");
      try {
        reconcile(origin, order);
      } catch (RuntimeException failed) {
        // One failing order must not delay the others.
        LOG.warn(
            "order {}: reconciliation failed, will retry: {}",
            order.reference(),
            failed.toString());
        followUps.later(order);
      }
    }
    return due.size();
  }

  private void reconcile(Origin origin, ShopOrder order) {
    switch (order.state()) {
      case OPEN -> expire(origin, order);
      case PAYING ->
          checkout.attempt(origin, order).ifPresent(mine -> checkout.captured(origin, mine));
      case PENDING -> resolve(origin, order, payments.look(origin, order, true));
      default -> followUps.applied(origin, order);
    }
  }

  /** Ends an order whose hold is over, if the provider reports that nothing is captured. */
  private void expire(Origin origin, ShopOrder order) {
    PaymentTruth truth = payments.lookAtProvider(origin, order);
    if (truth.event().isEmpty()) {
      changes.undecided(origin, order);
    } else if (truth.isUncaptured()) {
      changes.apply(origin, OrderChanges.uncaptured(order), OrderEvent.EXPIRE, each -> each);
    } else {
      changes.settle(origin, order, truth);
    }
  }

  /**
   * Applies the status of a pending payment. A payment that was finally declined ends the order.
   */
  private void resolve(Origin origin, ShopOrder order, PaymentTruth truth) {
    Optional<OrderEvent> event = truth.event();
    if (truth.isUncaptured()) {
      changes.apply(origin, order, event.orElseThrow(), OrderChanges::uncaptured);
    } else if (event.isPresent() && event.get() != OrderEvent.CAPTURE_PENDING) {
      changes.settle(origin, order, truth);
    } else {
      changes.undecided(origin, order);
    }
  }

  private void paymentChanged(Origin origin, ShopOrder order) {
    PaymentTruth truth = payments.look(origin, order, false);
    if (truth.event().isEmpty()) {
      // The sender repeats the notice.
      throw ApiException.busy(
          ErrorCode.CAPTURE_IN_PROGRESS, "the payment of this order is not known yet", 5);
    }
    if (order.state() == State.PENDING) {
      resolve(origin, order, truth);
    } else {
      changes.settle(origin, order, truth);
    }
  }

  /** Applies a changed payment to its order. An order that is not known any more is ignored. */
  Done paymentChanged(Call call, PaymentChanged changed) {
    if (orders.isUnreadable(changed.order())) {
      // The sender repeats the notice, which a node of a newer release can apply.
      throw ApiException.busy(
          ErrorCode.SERVICE_UNAVAILABLE, "this release cannot read the order", 60);
    }
    orders
        .find(changed.order())
        .map(order -> order.with(order.payment().known(changed.payment())))
        .filter(order -> order.payment().paymentOrder().equals(changed.payment()))
        .ifPresent(order -> paymentChanged(call.origin(), order));
    return new Done(true, "");
  }
}
