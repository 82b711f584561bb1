package dev.gatehouse.areas.storefront.charges;

import module java.base;

import dev.gatehouse.formats.Money;
import dev.gatehouse.formats.PayableCurrency;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/**
 * Tax rates of the countries. A tax is computed once for an order, in the smallest units of the
 * currency that can be paid, and rounded half up.
 */
final class TaxRates {
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
      int percent = new BigDecimal(rate.group(2)).movePointRight(PERCENT_DECIMALS).intValueExact();
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
