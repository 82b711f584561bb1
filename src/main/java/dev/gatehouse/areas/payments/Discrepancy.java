package dev.gatehouse.areas.payments;

import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Capture;
import dev.gatehouse.formats.Money;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Difference between the ordered and the captured amounts, as text for the owner. */
final class Discrepancy {
  private Discrepancy() {}

  /**
   * Returns the difference.
   *
   * @param captures from the provider; a missing amount counts as a difference
   * @return empty if there is none, or if nothing is captured
   */
  static Optional<String> between(Money ordered, List<Capture> captures, OrderState state) {
    List<Money> amounts = captures.stream().map(Capture::money).filter(Objects::nonNull).toList();
    if (!state.isCaptured() || captures.isEmpty()) {
      return Optional.empty();
    }
    if (amounts.size() < captures.size()) {
      return Optional.of("ordered " + ordered + ", but the provider does not report the captured amount");
    }
    boolean one = amounts.stream().allMatch(each -> each.currency().equals(ordered.currency()));
    if (one && amounts.stream().reduce(Money::plus).equals(Optional.of(ordered))) {
      return Optional.empty();
    }
    String captured = amounts.stream().map(Money::toString).collect(Collectors.joining(" and "));
    return Optional.of("ordered " + ordered + ", captured " + captured);
  }
}
