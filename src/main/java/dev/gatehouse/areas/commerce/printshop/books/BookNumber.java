package dev.gatehouse.areas.commerce.printshop.books;

import dev.gatehouse.formats.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Amounts as replies write them: numbers with two decimals, or as many more as the currency has.
 * Here, and nowhere before, is rounded.
 */
public final class BookNumber {
  private static final int USUAL_DECIMALS = 2;

  private BookNumber() {}

  /** An amount, which is exact already. */
  public static BigDecimal of(Money money) {
    return rounded(money.amount(), money.currency());
  }

  /** An exact number in a currency, rounded half up to its decimals. */
  public static BigDecimal rounded(BigDecimal exact, String currency) {
    int decimals = Money.decimals(currency).orElse(USUAL_DECIMALS);
    return exact
        .setScale(decimals, RoundingMode.HALF_UP)
        .setScale(Math.max(decimals, USUAL_DECIMALS), RoundingMode.UNNECESSARY);
  }
}
