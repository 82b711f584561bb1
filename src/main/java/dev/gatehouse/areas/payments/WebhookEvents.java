package dev.gatehouse.areas.payments;

import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Effects of the provider's events. An event only causes its order to be read, because its own
 * content may be late, out of order, or repeated. The shop is notified of what the read shows.
 */
final class WebhookEvents {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookEvents.class);

  private final PaymentOrderRepository orders;
  private final Reconciliation reconciliation;
  private final InstantSource clock;

  WebhookEvents(PaymentOrderRepository orders, Reconciliation reconciliation, InstantSource clock) {
    this.clock = clock;
    this.orders = orders;
    this.reconciliation = reconciliation;
  }

  /** Schedules a read of the event's order, now or by the job. Ignores unknown orders. */
  void take(WebhookEvent event) {
    Optional<PaymentOrder> order =
        event
            .order()
            .flatMap(orders::byOrder)
            .or(() ->
                event.captures().stream()
                    .flatMap(capture -> orders.byCapture(capture).stream())
                    .findFirst());
    order
        .map(known -> event.isDispute() ? orders.change(known, PaymentOrder::disputed) : known)
        .map(known -> event.isResolved() ? orders.change(known, PaymentOrder::resolved) : known)
        .map(reconciliation::due)
        .ifPresent(this::look);
  }

  private void look(PaymentOrder order) {
    if (order.isBusy(clock.instant())) {
      // The capture may store an older reply afterwards, so the provider must repeat the event.
      throw ApiError.busy(
              ErrorCode.EVENT_IN_PROGRESS, "the order of this event is being captured", 5)
          .exception();
    }
    try {
      reconciliation.lookAndAnnounce(order);
    } catch (ApiException failed) {
      LOG.warn("order of a webhook could not be read, will retry: {}", failed.failure().message());
    }
  }
}
