package dev.gatehouse.areas.storefront.charges;

import dev.gatehouse.areas.storefront.charges.Quote.Delivery;
import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import java.util.List;
import java.util.Set;

/** Shipping rates and taxes of the shop. */
public final class Pricing {
  private final ShippingRates shipping;
  private final TaxRates taxes;
  private final String home;

  private Pricing(ShippingRates shipping, TaxRates taxes, String home) {
    this.shipping = shipping;
    this.taxes = taxes;
    this.home = home;
  }

  /**
   * Reads the settings.
   *
   * @param currency of all prices
   */
  public static Pricing read(Section own, String currency) {
    ShippingRates shipping = ShippingRates.read(own, currency);
    String home = own.text("country");
    Check.that(Countries.ALL.contains(home), own.key("country") + " must be a country such as US");
    Set<String> served = shipping.countries();
    return new Pricing(
        shipping, TaxRates.read(own), served.contains(home) ? home : served.iterator().next());
  }

  /**
   * Returns the sums of a cart. If the shop does not ship to the chosen country, they are for the
   * default country; an unknown method is replaced by the first one.
   *
   * @param items sum of the lines
   */
  public Quote quote(Money items, Delivery chosen) {
    String country = served(chosen.country()) ? chosen.country() : home;
    List<ShippingRate> rates = shipping.to(country).stream().map(rate -> rate.of(items)).toList();
    Charges.Shipping shipped =
        rates.stream()
            .filter(rate -> rate.name().equals(chosen.method()))
            .findFirst()
            .or(() -> rates.stream().findFirst())
            .map(rate -> new Charges.Shipping(rate.name(), country, rate.price()))
            .orElse(null);
    Charges untaxed = new Charges(items, shipped, null);
    var charges = new Charges(items, shipped, taxes.of(country, untaxed.sum()));
    var delivery = new Delivery(country, shipped == null ? "" : shipped.name());
    return new Quote(charges, delivery, rates, shipping.countries());
  }

  /** Returns the sums of items without their shipping. */
  public Charges items(Money items, String country) {
    return new Charges(items, null, taxes.of(served(country) ? country : home, items));
  }

  private boolean served(String country) {
    return shipping.countries().contains(country);
  }

  public List<ShippingRate> rates() {
    return shipping.all();
  }

  /** Returns the countries that the shop ships to. */
  public Set<String> countries() {
    return shipping.countries();
  }

  public boolean hasTaxes() {
    return !taxes.isEmpty();
  }

  /** Returns whether prices contain the tax. */
  public boolean includesTax() {
    return taxes.included();
  }
}
