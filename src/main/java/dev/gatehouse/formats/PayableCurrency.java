package dev.gatehouse.formats;

import module java.base;

/**
 * Currency that PayPal accepts, and PayPal's number of its decimals. HUF and TWD have two decimals
 * in ISO 4217, but PayPal accepts only whole amounts. Currencies with three decimals are not
 * accepted.
 *
 * @param code of ISO 4217
 * @param decimals 0 or 2
 */
public record PayableCurrency(String code, int decimals) {
  private static final Set<String> WHOLE = Set.of("HUF", "JPY", "TWD");
  private static final Set<String> HUNDREDTHS =
      Set.of(
          "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "ILS", "MXN", "MYR",
          "NOK", "NZD", "PHP", "PLN", "SEK", "SGD", "THB", "USD");

  /** Returns a currency; empty if PayPal does not accept it. */
  public static Optional<PayableCurrency> of(String code) {
    return Map.of(WHOLE, 0, HUNDREDTHS, 2).entrySet().stream()
        .filter(group -> code != null && group.getKey().contains(code))
        .map(group -> new PayableCurrency(code, group.getValue()))
        .findFirst();
  }

  /** Returns the number of decimals of prices: PayPal's, or those of ISO 4217 for other codes. */
  public static Optional<Integer> priceDecimals(String code) {
    return of(code).map(PayableCurrency::decimals).or(() -> Money.decimals(code));
  }

  /** Returns the accepted codes for messages, in alphabetical order. */
  public static String list() {
    var all = new TreeSet<>(HUNDREDTHS);
    all.addAll(WHOLE);
    return String.join(", ", all);
  }

  /**
   * Parses an amount in PayPal's format.
   *
   * @throws IllegalArgumentException if it is not an amount, or has more decimals
   */
  public Money parse(String text) {
    Money money = Money.of(code, text);
    if (new BigDecimal(text).scale() > decimals) {
      throw new IllegalArgumentException(code + " has no decimals");
    }
    return money;
  }

  /** Returns whether an amount has no more decimals than PayPal accepts. */
  boolean accepts(Money money) {
    return money.amount().stripTrailingZeros().scale() <= decimals;
  }

  /**
   * Formats an amount for PayPal.
   *
   * @throws IllegalArgumentException if the amount cannot be expressed exactly
   */
  public String text(Money money) {
    try {
      return money.amount().setScale(decimals, RoundingMode.UNNECESSARY).toPlainString();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          money.amount().toPlainString() + ' ' + code + " has more decimals than PayPal accepts",
          e);
    }
  }
}
