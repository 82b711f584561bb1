package dev.gatehouse.areas.storefront.charges;

import module java.base;

import dev.gatehouse.areas.storefront.charges.Quote.Delivery;
import dev.gatehouse.areas.storefront.charges.ShippingRates.ShippingRate;
import dev.gatehouse.formats.Money;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/** Shipping rates and taxes of the shop. */
public final class Pricing {
  private final ShippingRates shipping;
  private final TaxRates taxes;
  private final TaxRates reduced;
  private final Set<String> reducedCategories;
  private final String home;

  private Pricing(Section own, ShippingRates shipping, String home) {
    this.shipping = shipping;
    this.taxes = TaxRates.read(own, "taxRates");
    this.reduced = TaxRates.read(own, "reducedTaxRates");
    this.reducedCategories = Set.copyOf(own.list("reducedTaxCategories"));
    this.home = home;
  }

  /**
   * Items of a cart.
   *
   * @param all sum of the lines
   * @param reduced sum of the lines with a reduced tax rate
   * @param shipped whether some of them are shipped
   */
  public record Items(Money all, Money reduced, boolean shipped) {
    /** Returns items of which some are shipped. */
    public Items(Money all, Money reduced) {
      this(all, reduced, true);
    }

    static Items of(Money all) {
      return new Items(all, Money.zero(all.currency()));
    }

    /** Returns these items and others. */
    public Items plus(Items other) {
      return new Items(all.plus(other.all), reduced.plus(other.reduced), shipped || other.shipped);
    }
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
    return new Pricing(own, shipping, served.contains(home) ? home : served.iterator().next());
  }

  /**
   * Returns the sums of a cart. If the shop does not ship to the chosen country, they are for the
   * default country; an unknown method is replaced by the first one.
   */
  public Quote quote(Items items, Delivery chosen) {
    String country = servedOrHome(chosen.country());
    List<ShippingRate> rates =
        items.shipped()
            ? shipping.to(country).stream().map(rate -> rate.of(items.all())).toList()
            : List.of();
    Charges.Shipping shipped =
        rates.stream()
            .filter(rate -> rate.name().equals(chosen.method()))
            .findFirst()
            .or(() -> rates.stream().findFirst())
            .map(rate -> new Charges.Shipping(rate.name(), country, rate.price()))
            .orElse(null);
    Charges charges = taxed(country, items, shipped);
    var delivery =
        new Delivery(country, Optional.ofNullable(shipped).map(Charges.Shipping::name).orElse(""));
    return new Quote(charges, delivery, rates, shipping.countries());
  }

  /** Returns the sums of items without their shipping. */
  public Charges items(Items items, String country) {
    return taxed(servedOrHome(country), items, null);
  }

  public Items line(Money sum, String category, boolean shipped) {
    boolean isReduced = category != null && reducedCategories.contains(category);
    return new Items(sum, isReduced ? sum : Money.zero(sum.currency()), shipped);
  }

  /** Adds the taxes. The shipping is divided in the proportion of the items. */
  private Charges taxed(String country, Items items, Charges.Shipping shipped) {
    var untaxed = new Charges(items.all(), shipped, null, null);
    if (items.reduced().signum() == 0 || !reduced.has(country)) {
      return new Charges(items.all(), shipped, taxes.of(country, untaxed.sum()), null);
    }
    Money part = items.reduced();
    if (shipped != null) {
      part = part.plus(TaxRates.part(shipped.amount(), items.reduced(), items.all()));
    }
    Money rest = untaxed.sum().plus(part.times(-1));
    return new Charges(
        items.all(),
        shipped,
        rest.signum() == 0 ? null : taxes.of(country, rest),
        reduced.of(country, part));
  }

  private String servedOrHome(String country) {
    return shipping.countries().contains(country) ? country : home;
  }

  public List<ShippingRate> rates() {
    return shipping.all();
  }

  /** Returns the countries that the shop ships to. */
  public Set<String> countries() {
    return shipping.countries();
  }

  public boolean hasTaxes() {
    return !taxes.isEmpty() || !reduced.isEmpty();
  }

  public boolean includesTax() {
    return taxes.included();
  }
}
