package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.areas.payments.paypal.OrderProvider;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.bus.ApiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines the state of orders by reading them from the provider. It checks captures with an
 * unknown outcome, pending orders, orders not paid in time, and orders named by a webhook. It never
 * captures.
 */
record Reconciliation(
    PaymentsSettings settings,
    PaymentOrderRepository orders,
    OrderProvider provider,
    ShopNotices shop,
    InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciliation.class);
  private static final int BATCH = 50;
  private static final int MAX_BATCHES = 20;
  private static final int UNAVAILABLE = 503;

  /**
   * Checks all orders that are due. Blocks.
   *
   * @throws JobPostponedException while calls to the provider are paused; the remaining orders wait
   */
  void run() throws JobPostponedException {
    if (!settings.isConfigured()) {
      return;
    }
    int looked = BATCH;
    for (int batch = 0; batch < MAX_BATCHES && looked == BATCH; batch++) {
      List<PaymentOrder> due = orders.due(BATCH);
      for (PaymentOrder order : due) {
        look(order);
      }
      looked = due.size();
    }
  }

  private void look(PaymentOrder order) throws JobPostponedException {
    try {
      lookAndAnnounce(order);
    } catch (ApiException failed) {
      orders.change(ProviderUpdates.unanswered(order, clock.instant()));
      if (failed.failure().status() == UNAVAILABLE) {
        throw new JobPostponedException(failed.failure().message());
      }
      LOG.warn("outcome of an order is still unknown: {}", failed.failure().message());
    }
  }

  /**
   * Reads an order from the provider, stores the result, and notifies the shop of a change.
   *
   * @throws ApiException if the provider does not return the order
   */
  void lookAndAnnounce(PaymentOrder order) {
    if (!lookNow(order)) {
      // The concurrent change may come from an older reply.
      due(order);
    }
    orders.find(order.id()).ifPresent(shop::announce);
  }

  /**
   * Reads an order from the provider and stores the result. A concurrent change takes precedence,
   * because it is newer.
   *
   * @return whether the result is stored
   * @throws ApiException if the provider does not return the order
   */
  boolean lookNow(PaymentOrder order) {
    Instant now = clock.instant();
    if (order.order() == null) {
      return orders.change(order.in(OrderState.ABANDONED, null)).isPresent();
    }
    if (order.isBusy(now)) {
      return false;
    }
    Optional<PayPalOrder> reported = provider.read(order.order());
    PaymentOrder next =
        reported
            .map(known -> ProviderUpdates.reported(order, known, now))
            .orElseGet(() -> ProviderUpdates.unknown(order, now));
    return orders.change(next).isPresent();
  }

  /** Makes an order due for the next run. */
  PaymentOrder due(PaymentOrder order) {
    Instant now = clock.instant();
    return orders.change(order, known -> known.isBusy(now) ? known : known.lookedAtFrom(now));
  }
}
