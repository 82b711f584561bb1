package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.PaymentMessages.CheckoutAmount;
import dev.gatehouse.messages.PaymentMessages.PaymentFacts;
import java.util.Optional;

/**
 * Report of the payment provider on an order's payment.
 *
 * @param event for the order; empty while the outcome is unknown
 * @param captured null if nothing is captured, or if the provider's amounts are invalid
 * @param refunded null if nothing is refunded
 * @param problem what the owner must check; null without a problem
 * @param version number of the payment's changes; 0 if unknown
 */
record PaymentTruth(
    Optional<OrderEvent> event, Money captured, Money refunded, String problem, long version) {
  /** The order was never created at the provider. */
  static final PaymentTruth NO_PAYMENT =
      new PaymentTruth(Optional.of(OrderEvent.PAYMENT_GONE), null, null, null, 0);

  static final PaymentTruth UNKNOWN = new PaymentTruth(Optional.empty(), null, null, null, 0);

  /** Returns the truth from the facts, by comparing them with the order's total. */
  static PaymentTruth of(PaymentFacts facts, Money total) {
    Money captured = money(facts.captured());
    Money refunded = money(facts.refunded());
    Optional<OrderEvent> event =
        switch (facts.state()) {
          case "paid" -> Optional.of(paid(captured, refunded, total));
          case "pending" -> Optional.of(OrderEvent.CAPTURE_PENDING);
          case "refunded" -> Optional.of(OrderEvent.REFUND);
          case "charged_back" -> Optional.of(OrderEvent.CHARGE_BACK);
          case "open", "declined" -> Optional.of(OrderEvent.NOT_CAPTURED);
          case "voided", "expired", "refused", "abandoned" -> Optional.of(OrderEvent.PAYMENT_GONE);
          case "capturing", "creating" ->
              facts.lost() ? Optional.of(OrderEvent.DOUBTFUL) : Optional.empty();
          default -> Optional.of(OrderEvent.DOUBTFUL);
        };
    String problem = facts.problem();
    if (captured != null && !captured.equals(total)) {
      problem = "ordered " + total + ", captured " + captured;
    }
    return new PaymentTruth(event, captured, refunded, problem, facts.version());
  }

  private static OrderEvent paid(Money captured, Money refunded, Money total) {
    if (!total.equals(captured)) {
      return OrderEvent.DOUBTFUL;
    }
    if (refunded == null) {
      return OrderEvent.CAPTURED;
    }
    return refunded.equals(captured) ? OrderEvent.REFUND : OrderEvent.REFUND_PARTLY;
  }

  private static Money money(CheckoutAmount amount) {
    return amount == null ? null : Money.of(amount.currency(), amount.value());
  }

  /** Returns whether the provider has reported that nothing is captured. */
  boolean isUncaptured() {
    return event
        .filter(each -> each == OrderEvent.NOT_CAPTURED || each == OrderEvent.PAYMENT_GONE)
        .isPresent();
  }
}
