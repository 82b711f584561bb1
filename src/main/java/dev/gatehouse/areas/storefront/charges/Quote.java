package dev.gatehouse.areas.storefront.charges;

import module java.base;

import dev.gatehouse.areas.storefront.charges.ShippingRates.ShippingRate;

/**
 * Sums of a cart for one delivery, and the deliveries that the buyer can choose instead.
 *
 * @param delivery that the sums are for
 * @param rates of its country
 * @param countries that the shop ships to
 */
public record Quote(
    Charges charges, Delivery delivery, List<ShippingRate> rates, Set<String> countries) {
  /**
   * Delivery that a buyer chooses.
   *
   * @param country code of ISO 3166; empty for the shop's default
   * @param method name of a rate; empty for the first one
   */
  public record Delivery(String country, String method) {
    public static final Delivery DEFAULT = new Delivery("", "");
  }

  /** Returns the countries with their names, in the order of a language. */
  public List<Countries.Country> countries(String language) {
    return Countries.named(countries, Locale.forLanguageTag(language));
  }

  /** Returns whether the buyer can choose the country or the method. */
  public boolean isChoice() {
    return countries.size() > 1 || rates.size() > 1;
  }

  /** Returns whether the shop ships to the country that the buyer has chosen. */
  public boolean isFor(Delivery chosen) {
    return chosen.country().isEmpty() || chosen.country().equals(delivery.country());
  }
}
