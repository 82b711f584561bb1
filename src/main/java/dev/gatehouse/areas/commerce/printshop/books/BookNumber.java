package dev.gatehouse.areas.commerce.printshop.books;

import dev.gatehouse.formats.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Formats amounts for replies: two decimals, or more if the currency has more. Amounts are rounded
 * only here.
 */
public final class BookNumber {
  private static final int USUAL_DECIMALS = 2;

  private BookNumber() {}

  /** Returns the number for an amount, which is already exact. */
  public static BigDecimal of(Money money) {
    return rounded(money.amount(), money.currency());
  }

  /** Returns an exact number rounded half up to the decimals of a currency. */
  public static BigDecimal rounded(BigDecimal exact, String currency) {
    int decimals = Money.decimals(currency).orElse(USUAL_DECIMALS);
    return exact
        .setScale(decimals, RoundingMode.HALF_UP)
        .setScale(Math.max(decimals, USUAL_DECIMALS), RoundingMode.UNNECESSARY);
  }
}
