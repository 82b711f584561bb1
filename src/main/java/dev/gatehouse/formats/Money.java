package dev.gatehouse.formats;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An exact amount in a currency, with as many decimals as that has: 2 of most, 0 of the yen, 3 of
 * the dinar. Nothing is ever rounded, and amounts of different currencies have nothing to do with
 * each other. As JSON {@code {"currency": "USD", "amount": "19.90"}}.
 *
 * @param currency three letters of ISO 4217
 * @param amount with the currency's decimals
 */
public record Money(String currency, @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal amount)
    implements Comparable<Money> {
  private static final Pattern CODE = Pattern.compile("[A-Z]{3}");
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,30}(\\.[0-9]{1,10})?");

  /**
   * @throws IllegalArgumentException when there is no such currency, or it has fewer decimals
   */
  @JsonCreator
  public Money(
      @JsonProperty("currency") String currency, @JsonProperty("amount") BigDecimal amount) {
    int decimals =
        decimals(currency)
            .orElseThrow(() -> new IllegalArgumentException(currency + " is no currency"));
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
   * An amount as people and providers write it: digits, and decimals after a point.
   *
   * @throws IllegalArgumentException for anything else, and for more decimals than the currency has
   */
  public static Money of(String currency, String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new IllegalArgumentException("an amount is digits, with decimals after a point");
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

  /** The decimals of a currency; empty where there is none of this code. */
  public static Optional<Integer> decimals(String currency) {
    if (currency == null || !CODE.matcher(currency).matches()) {
      return Optional.empty();
    }
    try {
      int decimals = Currency.getInstance(currency).getDefaultFractionDigits();
      // Gold has none, nor has "no currency", which has a code.
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

  /** This amount so many times. */
  public Money times(long count) {
    return new Money(currency, amount.multiply(BigDecimal.valueOf(count)));
  }

  /** -1, 0 or 1: less than nothing, nothing, more. */
  public int signum() {
    return amount.signum();
  }

  /** Orders amounts of one currency. */
  @Override
  public int compareTo(Money other) {
    return amount.compareTo(same(other));
  }

  private BigDecimal same(Money other) {
    if (!currency.equals(other.currency)) {
      throw new IllegalArgumentException(currency + " and " + other.currency + " are two things");
    }
    return other.amount;
  }

  /** The amount alone, digits and a point: 19.90 for example. */
  public String text() {
    return amount.toPlainString();
  }

  /** For a reader: 19.90 USD. */
  @Override
  public String toString() {
    return text() + ' ' + currency;
  }
}
