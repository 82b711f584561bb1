package dev.gatehouse.areas.payments;

import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
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
record WebhookEvents(
    PaymentOrderRepository orders, Reconciliation reconciliation, InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookEvents.class);
  private static final int RETRY_SECONDS = 5;

  /**
   * Schedules a read of the event's order, now or by the job. Ignores unknown orders.
   *
   * @throws ApiException 503 if the event may be about a capture whose reply is not stored yet
   */
  void take(WebhookEvent event) {
    known(event)
        .or(() -> captured(event))
        .map(known -> event.isDispute() ? orders.change(known, PaymentOrder::disputed) : known)
        .map(known -> event.isResolved() ? orders.change(known, PaymentOrder::resolved) : known)
        .map(reconciliation::due)
        .ifPresent(this::look);
  }

  private Optional<PaymentOrder> known(WebhookEvent event) {
    return event.order().flatMap(orders::byOrder).or(() -> byCapture(event));
  }

  private Optional<PaymentOrder> byCapture(WebhookEvent event) {
    return event.captures().stream()
        .flatMap(capture -> orders.byCapture(capture).stream())
        .findFirst();
  }

  /**
   * Returns the order of a capture that was unknown before. Looks for unfinished captures first,
   * because one that has ended by then has stored its id.
   */
  private Optional<PaymentOrder> captured(WebhookEvent event) {
    if (!event.namesOnlyCapture()) {
      return Optional.empty();
    }
    boolean unfinished = orders.hasUnfinishedCapture();
    Optional<PaymentOrder> order = byCapture(event);
    if (order.isEmpty() && unfinished) {
      throw ApiException.busy(
          ErrorCode.EVENT_IN_PROGRESS,
          "this event may be about a capture that is in progress",
          RETRY_SECONDS);
    }
    return order;
  }

  private void look(PaymentOrder order) {
    if (order.isBusy(clock.instant())) {
      // The capture may store an older reply afterwards, so the provider must repeat the event.
      throw ApiException.busy(
          ErrorCode.EVENT_IN_PROGRESS, "the order of this event is being captured", RETRY_SECONDS);
    }
    try {
      reconciliation.lookAndAnnounce(order);
    } catch (ApiException failed) {
      LOG.warn("order of a webhook could not be read, will retry: {}", failed.failure().message());
    }
  }
}
