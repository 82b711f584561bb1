package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Capture;
import dev.gatehouse.formats.Money;

/** Difference between the ordered and the captured amounts, as text for the owner. */
final class Discrepancy {
  private Discrepancy() {}

  /**
   * Returns the difference.
   *
   * @param captures from the provider; a missing amount counts as a difference
   * @return empty without a difference, or if nothing is captured
   */
  static Optional<String> between(Money ordered, List<Capture> captures, OrderState state) {
    List<Money> amounts = captures.stream().map(Capture::money).filter(Objects::nonNull).toList();
    if (!state.isCaptured() || captures.isEmpty()) {
      return Optional.empty();
    }
    if (amounts.size() < captures.size()) {
      return Optional.of("ordered " + ordered + ", and the provider returns no captured amount");
    }
    boolean one = amounts.stream().allMatch(each -> each.currency().equals(ordered.currency()));
    if (one && amounts.stream().reduce(Money::plus).equals(Optional.of(ordered))) {
      return Optional.empty();
    }
    String captured = amounts.stream().map(Money::toString).collect(Collectors.joining(" and "));
    return Optional.of("ordered " + ordered + ", captured " + captured);
  }
}
