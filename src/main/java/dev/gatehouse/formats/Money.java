package dev.gatehouse.formats;

import module java.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Exact amount in a currency, with the currency's number of decimals: 2 for most, 0 for the yen, 3
 * for the dinar. Amounts are never rounded, and amounts of different currencies cannot be combined.
 * The JSON form is {@code {"currency": "USD", "amount": "19.90"}}.
 *
 * @param currency three-character code of ISO 4217
 * @param amount amount with the currency's decimals
 */
public record Money(String currency, @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal amount)
    implements Comparable<Money> {
  private static final Pattern CODE = Pattern.compile("[A-Z]{3}");
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,30}(\\.[0-9]{1,10})?");

  /**
   * @throws IllegalArgumentException if the currency does not exist or has fewer decimals
   */
  @JsonCreator
  public Money(
      @JsonProperty("currency") String currency, @JsonProperty("amount") BigDecimal amount) {
    int decimals =
        decimals(currency)
            .orElseThrow(() -> new IllegalArgumentException(currency + " is not a currency"));
    this.currency = currency;
    this.amount = exact(currency, amount, decimals);
  }

  private static BigDecimal exact(String currency, BigDecimal amount, int decimals) {
    try {
      return amount.setScale(decimals, RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          currency + " has " + decimals + " decimals, " + amount.toPlainString() + " has more", e);
    }
  }

  /**
   * Parses an amount as people and providers write it: digits, and decimals after a point.
   *
   * @throws IllegalArgumentException for any other text, or more decimals than the currency has
   */
  public static Money of(String currency, String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "an amount must have digits, and decimals only after a point");
    }
    var amount = new BigDecimal(text);
    var money = new Money(currency, amount);
    if (amount.scale() > money.amount().scale()) {
      throw new IllegalArgumentException(currency + " has fewer decimals than " + text);
    }
    return money;
  }

  public static Money zero(String currency) {
    return new Money(currency, BigDecimal.ZERO);
  }

  /** Returns the number of decimals of a currency; empty for an unknown code. */
  public static Optional<Integer> decimals(String currency) {
    if (currency == null || !CODE.matcher(currency).matches()) {
      return Optional.empty();
    }
    try {
      int decimals = Currency.getInstance(currency).getDefaultFractionDigits();
      // Gold (XAU) and the code for "no currency" (XXX) have no decimals.
      return decimals < 0 ? Optional.empty() : Optional.of(decimals);
    } catch (IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }

  /**
   * @throws IllegalArgumentException for another currency
   */
  public Money plus(Money other) {
    return new Money(currency, amount.add(same(other)));
  }

  /** Returns this amount multiplied by a count. */
  public Money times(long count) {
    return new Money(currency, amount.multiply(BigDecimal.valueOf(count)));
  }

  /** Returns -1 for a negative amount, 0 for zero, 1 for a positive amount. */
  public int signum() {
    return amount.signum();
  }

  /** Compares amounts of one currency. */
  @Override
  public int compareTo(Money other) {
    return amount.compareTo(same(other));
  }

  private BigDecimal same(Money other) {
    if (!currency.equals(other.currency)) {
      throw new IllegalArgumentException(
          currency + " and " + other.currency + " are different currencies");
    }
    return other.amount;
  }

  /**
   * Returns the amount without its currency, for example 19.90. An amount that PayPal accepts has
   * PayPal's number of decimals.
   */
  public String text() {
    return PayableCurrency.of(currency)
        .filter(payable -> payable.accepts(this))
        .map(payable -> payable.text(this))
        .orElseGet(amount::toPlainString);
  }

  /** Returns the amount for display, for example 19.90 USD. */
  @Override
  public String toString() {
    return text() + ' ' + currency;
  }
}
