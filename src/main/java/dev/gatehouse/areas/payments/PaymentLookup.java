package dev.gatehouse.areas.payments;

import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.PaymentFacts;
import dev.gatehouse.messages.PaymentMessages.PaymentQuery;
import java.time.InstantSource;
import java.util.Set;

/** Answers the shop what is known of a payment. */
record PaymentLookup(
    PaymentsSettings settings,
    PaymentOrderRepository orders,
    Reconciliation reconciliation,
    InstantSource clock) {
  /** States in which the order may be captured at any time, by the shop or by its payer. */
  private static final Set<OrderState> UNPAID =
      Set.of(OrderState.OPEN, OrderState.DECLINED, OrderState.CAPTURING, OrderState.PENDING);

  /**
   * Returns the facts of an order.
   *
   * @throws dev.gatehouse.bus.ApiException 404 for an unknown order; another status if the provider
   *     was to be read and did not return the order
   */
  PaymentFacts facts(Call call, PaymentQuery query) {
    PaymentOrder order = found(query.order());
    if (query.fresh() && UNPAID.contains(order.state())) {
      settings.mustBeConfigured();
      reconciliation.lookNow(order);
      order = found(query.order());
    }
    return of(order);
  }

  private PaymentOrder found(String id) {
    return orders
        .byOrder(id)
        .orElseThrow(() -> ApiException.of(ErrorCode.ORDER_NOT_FOUND, "order not found"));
  }

  /** Returns the facts of an order. A capture that is in progress is not known. */
  PaymentFacts of(PaymentOrder order) {
    boolean busy = order.isBusy(clock.instant()) && !order.state().isCaptured();
    OrderState state = busy ? OrderState.CAPTURING : order.state();
    return new PaymentFacts(
        state.label(),
        CaptureStates.taken(order).map(PaymentLookup::amount).orElse(null),
        CaptureStates.returned(order).map(PaymentLookup::amount).orElse(null),
        order.agenda().lookAt() == null && state == OrderState.CAPTURING && !busy,
        order.payment().problem(),
        order.version());
  }

  private static CheckoutAmount amount(Money money) {
    return new CheckoutAmount(money.currency(), money.text());
  }
}
