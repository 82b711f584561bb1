package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.formats.Money;

/** Meaning of the captures and refunds in an order of the provider. */
final class CaptureStates {
  private static final Set<String> TAKEN = Set.of("COMPLETED", "PARTIALLY_REFUNDED");
  private static final Set<String> FAILED = Set.of("DECLINED", "FAILED");
  private static final String REFUNDED = "REFUNDED";

  /** Status of a capture that a chargeback has taken back. */
  private static final String REVERSED = "REVERSED";

  /** Statuses of refunds. One that is pending has been debited. */
  private static final Set<String> RETURNED = Set.of("COMPLETED", "PENDING");

  /** Statuses of an order without captures. */
  private static final Set<String> UNCAPTURED =
      Set.of("CREATED", "SAVED", "PAYER_ACTION_REQUIRED", "APPROVED");

  private CaptureStates() {}

  /** Returns whether a capture was made, with any result. An order has only one. */
  static boolean isSettled(PayPalOrder reported) {
    return state(reported).isPresent() && !isDoubtful(reported);
  }

  /** Returns whether an order has captured money although its own status says that it has none. */
  static boolean isDoubtful(PayPalOrder reported) {
    return UNCAPTURED.contains(reported.status())
        && state(reported).filter(OrderState::isCaptured).isPresent();
  }

  /** Returns whether a capture's reply is complete. Otherwise the order must be read. */
  static boolean isWhole(PayPalOrder reported) {
    boolean amounts =
        reported.captures().stream()
            .filter(capture -> TAKEN.contains("" + capture.status()))
            .allMatch(capture -> money(capture.amount()) != null);
    return !reported.captures().isEmpty() && amounts && !isDoubtful(reported);
  }

  /** Returns the state by its captures; empty if there are none. */
  static Optional<OrderState> state(PayPalOrder reported) {
    List<PayPalOrder.Capture> captures = reported.captures();
    if (captures.isEmpty()) {
      if ("COMPLETED".equals(reported.status()) && !"AUTHORIZE".equals(reported.intent())) {
        return Optional.of(OrderState.PENDING);
      }
      return Optional.empty();
    }
    List<PayPalOrder.Capture> made =
        captures.stream().filter(capture -> !FAILED.contains("" + capture.status())).toList();
    if (made.isEmpty()) {
      return Optional.of(OrderState.DECLINED);
    }
    // A failed capture of one unit leaves the others captured, unless it was made again.
    if (made.size() < captures.size() && !isTotal(reported, made)) {
      return Optional.of(OrderState.UNRESOLVED);
    }
    return Optional.of(state(made.stream().map(capture -> "" + capture.status()).toList()));
  }

  private static OrderState state(List<String> made) {
    if (made.contains(REVERSED)) {
      return OrderState.CHARGED_BACK;
    }
    if (made.stream().allMatch(REFUNDED::equals)) {
      return OrderState.REFUNDED;
    }
    if (made.stream().allMatch(CaptureStates::isTaken)) {
      return OrderState.PAID;
    }
    return OrderState.PENDING;
  }

  private static boolean isTotal(PayPalOrder reported, List<PayPalOrder.Capture> made) {
    List<Money> amounts =
        made.stream().map(capture -> money(capture.amount())).filter(Objects::nonNull).toList();
    return amounts.size() == made.size() && sum(amounts).equals(total(reported));
  }

  /** Returns the amount of the order; empty if the provider returned none, or an invalid one. */
  static Optional<Money> total(PayPalOrder reported) {
    try {
      return reported.total();
    } catch (IllegalArgumentException odd) {
      return Optional.empty();
    }
  }

  /** Returns the money that was taken; empty without captures, or if an amount is unreadable. */
  static Optional<Money> taken(PaymentOrder order) {
    List<PaymentOrder.Capture> captures =
        order.payment().captures().stream().filter(capture -> isTaken(capture.status())).toList();
    if (captures.stream().anyMatch(capture -> capture.money() == null)) {
      return Optional.empty();
    }
    return sum(captures.stream().map(PaymentOrder.Capture::money).toList());
  }

  /** Returns the only capture that took money; empty unless exactly one did. */
  static Optional<PaymentOrder.Capture> refundable(PaymentOrder order) {
    List<PaymentOrder.Capture> captures =
        order.payment().captures().stream().filter(capture -> isTaken(capture.status())).toList();
    return captures.size() == 1 ? Optional.of(captures.getFirst()) : Optional.empty();
  }

  private static boolean isTaken(String status) {
    return TAKEN.contains("" + status) || REFUNDED.equals(status) || REVERSED.equals(status);
  }

  /** Returns the money that was returned; empty without refunds. */
  static Optional<Money> returned(PaymentOrder order) {
    if (order.state() == OrderState.REFUNDED) {
      return taken(order);
    }
    return sum(
        order.standing().refunds().stream()
            .filter(refund -> RETURNED.contains("" + refund.status()) && refund.money() != null)
            .map(PaymentOrder.Refund::money)
            .toList());
  }

  private static Optional<Money> sum(List<Money> amounts) {
    if (amounts.stream().map(Money::currency).distinct().count() != 1) {
      return Optional.empty();
    }
    return amounts.stream().reduce(Money::plus);
  }

  /** Returns null for an invalid amount, which must not hide that a payment was made. */
  static Money money(PayPalOrder.Amount amount) {
    try {
      return Optional.ofNullable(amount).map(PayPalOrder.Amount::money).orElse(null);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
