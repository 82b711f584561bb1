package dev.gatehouse.areas.commerce.printshop.books;

import dev.gatehouse.formats.Money;
import java.util.List;

/** The expenditures of a category in a currency. */
public record ExpenseLine(String category, Money amount) {
  /** The categories, in the order in which they are listed. */
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
   * Both together.
   *
   * @throws IllegalArgumentException for another currency
   */
  public ExpenseLine plus(ExpenseLine other) {
    return new ExpenseLine(category, amount.plus(other.amount));
  }
}
