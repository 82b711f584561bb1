package dev.gatehouse.areas.storefront.charges;

import module java.base;

import dev.gatehouse.areas.storefront.charges.Pricing.Quote.Delivery;
import dev.gatehouse.areas.storefront.charges.ShippingRates.ShippingRate;
import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PayableCurrency;
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

    public Items plus(Items other) {
      return new Items(all.plus(other.all), reduced.plus(other.reduced), shipped || other.shipped);
    }
  }

  /** Reads the settings. */
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

  /**
   * Tax rates of the countries. A tax is computed once for an order, in the smallest units of the
   * currency that can be paid, and rounded half up.
   */
  static final class TaxRates {
    private static final String OTHERS = "*";
    private static final Pattern ENTRY =
        Pattern.compile("([A-Z* ]+)=\\s*([0-9]{1,2}(\\.[0-9]{1,4})?)");
    private static final int PERCENT_DECIMALS = 4;

    /** Parts in which rates are counted: a ten-thousandth of a percent. */
    private static final BigInteger WHOLE = BigInteger.valueOf(1_000_000);

    private final Map<String, Integer> parts;
    private final boolean included;

    private TaxRates(Map<String, Integer> parts, boolean included) {
      this.parts = parts;
      this.included = included;
    }

    static TaxRates read(Section own, String setting) {
      String key = own.key(setting);
      Map<String, Integer> parts = new HashMap<>();
      for (String entry : own.list(setting)) {
        Matcher rate = ENTRY.matcher(entry);
        Check.that(rate.matches(), key + ": " + entry + " must be a rate such as DE AT = 19");
        int percent =
            new BigDecimal(rate.group(2)).movePointRight(PERCENT_DECIMALS).intValueExact();
        List<String> codes = ShippingRates.countries(key, rate.group(1));
        for (String code : codes.isEmpty() ? List.of(OTHERS) : codes) {
          Check.that(parts.put(code, percent) == null, key + " must have one rate for " + code);
        }
      }
      return new TaxRates(Map.copyOf(parts), own.flag("pricesIncludeTax"));
    }

    boolean included() {
      return included;
    }

    boolean isEmpty() {
      return parts.isEmpty();
    }

    /** Returns whether a country has a rate, which may be zero. */
    boolean has(String country) {
      return parts.containsKey(country) || parts.containsKey(OTHERS);
    }

    /** Returns a part of an amount, rounded half up to the smallest unit that can be paid. */
    static Money part(Money amount, Money part, Money whole) {
      int decimals =
          Math.max(
              PayableCurrency.priceDecimals(amount.currency()).orElseThrow(),
              amount.amount().stripTrailingZeros().scale());
      return new Money(
          amount.currency(),
          amount
              .amount()
              .multiply(part.amount())
              .divide(whole.amount(), decimals, RoundingMode.HALF_UP));
    }

    /** Returns the tax of a country on an amount; null if it has none. */
    Charges.Tax of(String country, Money amount) {
      int rate = parts.getOrDefault(country, parts.getOrDefault(OTHERS, 0));
      if (rate == 0) {
        return null;
      }
      String percent =
          BigDecimal.valueOf(rate, PERCENT_DECIMALS).stripTrailingZeros().toPlainString();
      return new Charges.Tax(percent, included, tax(amount, BigInteger.valueOf(rate)));
    }

    private Money tax(Money amount, BigInteger rate) {
      int decimals =
          Math.max(
              PayableCurrency.priceDecimals(amount.currency()).orElseThrow(),
              amount.amount().stripTrailingZeros().scale());
      BigInteger units = amount.amount().movePointRight(decimals).toBigIntegerExact();
      BigInteger whole = included ? WHOLE.add(rate) : WHOLE;
      BigInteger rounded = units.multiply(rate).shiftLeft(1).add(whole).divide(whole.shiftLeft(1));
      return new Money(amount.currency(), new BigDecimal(rounded, decimals));
    }
  }

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
}
