package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Capture;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Refund;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.areas.payments.paypal.OrderProvider;
import dev.gatehouse.areas.payments.paypal.RefusedException;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.PaymentFacts;
import dev.gatehouse.messages.PaymentMessages.RefundPayment;

/**
 * Refunds payments. A refund is stored before the provider is called, so that the sum of all
 * refunds is never more than the captured amount. The same request makes one refund.
 */
record RefundOperation(
    PaymentsSettings settings,
    PaymentOrderRepository orders,
    OrderProvider provider,
    Reconciliation reconciliation,
    PaymentLookup lookup) {
  private static final int ID_BYTES = 16;
  private static final int MAX_TURNS = 20;

  PaymentFacts refund(Call call, RefundPayment request) {
    settings.mustBeConfigured();
    String id = Sha256.hex("refund " + request.order() + ' ' + request.key(), ID_BYTES);
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      PaymentOrder order = found(request.order());
      Optional<Refund> known = requested(order, id);
      known.ifPresent(made -> mustBeSame(made, request));
      Refund refund = known.orElseGet(() -> refund(order, id, request));
      if (known.isPresent() && !refund.status().equals(Refund.REQUESTED)) {
        return lookup.of(order);
      }
      if (known.isPresent() || orders.change(order.refunding(refund)).isPresent()) {
        return made(order, refund);
      }
    }
    throw ApiException.busy(
        ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this order", 1);
  }

  private PaymentOrder found(String id) {
    return orders
        .byOrder(id)
        .orElseThrow(() -> ApiException.of(ErrorCode.ORDER_NOT_FOUND, "order not found"));
  }

  private static Optional<Refund> requested(PaymentOrder order, String id) {
    return order.standing().refunds().stream().filter(each -> id.equals(each.request())).findAny();
  }

  /** Rejects another amount under the same id, which the client must not take for a new refund. */
  private static void mustBeSame(Refund made, RefundPayment request) {
    boolean same =
        request.amount() == null
            || made.money() == null
            || made.money().equals(money(request.amount()));
    ApiError.badRequestUnless(same, "id", "was used for a refund of " + made.money());
  }

  private static Money money(CheckoutAmount amount) {
    return Money.of(amount.currency(), amount.value());
  }

  private static Refund refund(PaymentOrder order, String id, RefundPayment request) {
    Money left = left(order);
    Money amount = request.amount() == null ? left : money(request.amount());
    boolean possible =
        amount.currency().equals(left.currency())
            && amount.signum() > 0
            && amount.compareTo(left) <= 0;
    ApiError.badRequestUnless(possible, "amount", "must be more than 0 and at most " + left);
    return new Refund(id, Refund.REQUESTED, amount);
  }

  /** Returns the captured amount without its refunds, including those that may still be made. */
  private static Money left(PaymentOrder order) {
    Money taken =
        CaptureStates.refundable(order)
            .map(Capture::money)
            .orElseThrow(() ->
                ApiException.of(
                    ErrorCode.ORDER_STATE_NOT_ALLOWED,
                    "only an order with one capture can be refunded here: use the provider's"
                        + " page"));
    List<Money> gone =
        order.standing().refunds().stream()
            .filter(refund -> !"FAILED".equals(refund.status()))
            .filter(refund -> !"CANCELLED".equals(refund.status()))
            .map(Refund::money)
            .filter(Objects::nonNull)
            .toList();
    Money left = taken;
    for (Money money : gone) {
      left = new Money(left.currency(), left.amount().subtract(money.amount()));
    }
    return left;
  }

  /** Makes a stored refund, and reads the order. The refund counts once the provider shows it. */
  private PaymentFacts made(PaymentOrder order, Refund refund) {
    Capture capture = CaptureStates.refundable(order).orElseThrow();
    try {
      provider.refund(capture.id(), refund.request(), refund.money());
    } catch (RefusedException refused) {
      // The provider may have returned money in another way. The next read shows it.
      reconciliation.due(orders.change(order, known -> known.notRefunded(refund.request())));
      throw ApiError.of(
              ErrorCode.PAYMENT_REJECTED, refused.issue() + ": the provider rejects this refund")
          .exception(refused);
    }
    PaymentOrder due = reconciliation.due(order);
    try {
      reconciliation.lookNow(due);
    } catch (ApiException later) {
      // The job reads the order again within a minute.
      return lookup.of(due);
    }
    return lookup.of(found(order.order()));
  }
}
