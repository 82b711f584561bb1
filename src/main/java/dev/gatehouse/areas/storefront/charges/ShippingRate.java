package dev.gatehouse.areas.storefront.charges;

import dev.gatehouse.formats.Money;
import java.util.List;

/**
 * Price of one way to ship an order.
 *
 * @param countries where it applies; empty for all countries that no rate names
 */
public record ShippingRate(String name, List<String> countries, Money price) {}
