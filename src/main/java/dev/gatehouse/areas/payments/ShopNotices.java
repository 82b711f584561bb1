package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.area.Backoff;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.messages.StorefrontMessages;
import dev.gatehouse.messages.StorefrontMessages.PaymentChanged;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the shop of changed payments of its orders. A notice is stored with the change, and is
 * repeated until the shop has accepted it.
 */
record ShopNotices(PaymentOrderRepository orders, MessageBus bus, InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(ShopNotices.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Backoff RETRY = new Backoff(Duration.ofMinutes(1), Duration.ofHours(1));
  private static final int BATCH = 50;
  private static final int MAX_BATCHES = 20;

  /** Sends the notices that are due. Blocks. */
  void run() {
    int sent = BATCH;
    for (int batch = 0; batch < MAX_BATCHES && sent == BATCH; batch++) {
      var due = orders.unannounced(BATCH);
      due.forEach(this::announce);
      sent = due.size();
    }
  }

  /** Sends the notice of an order, if there is one. A failed notice is repeated later. */
  void announce(PaymentOrder order) {
    if (order.agenda().announceAt() == null) {
      return;
    }
    var notice = new PaymentChanged(order.terms().shopOrder(), order.order());
    var origin = Origin.ownTask("payment-" + order.id(), "payments");
    Instant next = null;
    try {
      bus.ask(StorefrontMessages.PAYMENT_CHANGED, notice, origin, PATIENCE);
    } catch (ApiException failed) {
      LOG.warn("shop was not notified of a payment, will retry: {}", failed.failure().message());
      next = clock.instant().plus(RETRY.after(order.agenda().looks()));
    }
    // After a concurrent change, the order is announced again.
    orders.change(order.announced(next));
  }
}
