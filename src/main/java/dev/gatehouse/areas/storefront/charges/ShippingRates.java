package dev.gatehouse.areas.storefront.charges;

import module java.base;

import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PayableCurrency;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.SettingsException;

/** Shipping rates of the shop. Without any, it ships to all countries free of charge. */
public final class ShippingRates {
  private static final String KEY = "shippingRates";
  private static final Pattern ENTRY =
      Pattern.compile("([^:=]{1,60}):([A-Z* ]+)=\\s*(\\S+)(?:\\s+free\\s+from\\s+(\\S+))?");

  private final List<ShippingRate> rates;
  private final Set<String> countries;

  private ShippingRates(List<ShippingRate> rates) {
    this.rates = rates;
    if (rates.isEmpty() || rates.stream().anyMatch(rate -> rate.countries().isEmpty())) {
      this.countries = Countries.ALL;
    } else {
      this.countries =
          rates.stream()
              .flatMap(rate -> rate.countries().stream())
              .collect(Collectors.toCollection(LinkedHashSet::new));
    }
  }

  static ShippingRates read(Section own, String currency) {
    String key = own.key(KEY);
    List<ShippingRate> rates =
        own.list(KEY).stream().map(entry -> rate(key, entry, currency)).toList();
    Set<String> known = new HashSet<>();
    for (ShippingRate rate : rates) {
      List<String> at = rate.countries().isEmpty() ? List.of("*") : rate.countries();
      at.forEach(country ->
          Check.that(
              known.add(country + ' ' + rate.name()),
              key + " must have one " + rate.name() + " for " + country));
    }
    return new ShippingRates(rates);
  }

  private static ShippingRate rate(String key, String entry, String currency) {
    Matcher parts = ENTRY.matcher(entry);
    Check.that(
        parts.matches(), key + ": " + entry + " must be a rate such as Standard: DE AT = 4.90");
    String name = parts.group(1).strip();
    Check.that(
        !name.isEmpty() && name.codePoints().noneMatch(Character::isISOControl),
        key + ": " + entry + " must begin with a name");
    return new ShippingRate(
        name,
        countries(key, parts.group(2)),
        price(key, parts.group(3), currency),
        Optional.ofNullable(parts.group(4)).map(sum -> price(key, sum, currency)));
  }

  /** Parses codes of countries; a star for all others is an empty list. */
  static List<String> countries(String key, String text) {
    List<String> codes = List.of(text.strip().split(" +"));
    if (codes.equals(List.of("*"))) {
      return List.of();
    }
    for (String code : codes) {
      Check.that(
          Countries.ALL.contains(code),
          key + ": " + code + " must be a country's code, or * alone");
    }
    return codes;
  }

  private static Money price(String key, String text, String currency) {
    try {
      return PayableCurrency.of(currency)
          .map(payable -> payable.parse(text))
          .orElseGet(() -> Money.of(currency, text));
    } catch (IllegalArgumentException e) {
      throw new SettingsException(key + ": " + text + ": " + e.getMessage());
    }
  }

  List<ShippingRate> all() {
    return rates;
  }

  /** Returns the countries that the shop ships to. */
  Set<String> countries() {
    return countries;
  }

  /** Returns the rates of a country: those that name it, otherwise those for all others. */
  List<ShippingRate> to(String country) {
    List<ShippingRate> named =
        rates.stream().filter(rate -> rate.countries().contains(country)).toList();
    if (named.isEmpty() && Countries.ALL.contains(country)) {
      return rates.stream().filter(rate -> rate.countries().isEmpty()).toList();
    }
    return named;
  }

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
      return free
          ? new ShippingRate(name, countries, Money.zero(price.currency()), freeFrom)
          : this;
    }
  }
}
