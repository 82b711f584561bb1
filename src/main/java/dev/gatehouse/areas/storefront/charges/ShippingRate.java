package dev.gatehouse.areas.storefront.charges;

import dev.gatehouse.formats.Money;
import java.util.List;
import java.util.Optional;

/**
 * Price of one way to ship an order.
 *
 * @param countries where it applies; empty for all countries that no rate names
 * @param freeFrom sum of items from which it is free; empty for never
 */
public record ShippingRate(
    String name, List<String> countries, Money price, Optional<Money> freeFrom) {
  /** Returns the rate with the price for items of a sum. */
  ShippingRate of(Money items) {
    boolean free = freeFrom.isPresent() && items.compareTo(freeFrom.get()) >= 0;
    return free ? new ShippingRate(name, countries, Money.zero(price.currency()), freeFrom) : this;
  }
}
