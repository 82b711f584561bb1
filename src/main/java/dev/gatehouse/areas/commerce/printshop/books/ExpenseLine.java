package dev.gatehouse.areas.commerce.printshop.books;

import dev.gatehouse.formats.Money;
import java.util.List;

/** Expenditures of one category in one currency. */
public record ExpenseLine(String category, Money amount) {
  /** Categories, in the order in which they are listed. */
  public static final List<String> CATEGORIES =
      List.of(
          "supplies",
          "shipping",
          "advertising",
          "software",
          "fees",
          "travel",
          "equipment",
          "other");

  /**
   * Returns the sum of both lines.
   *
   * @throws IllegalArgumentException for another currency
   */
  public ExpenseLine plus(ExpenseLine other) {
    return new ExpenseLine(category, amount.plus(other.amount));
  }
}
