package dev.gatehouse.areas.commerce.printshop.books;

import dev.gatehouse.formats.Money;
import java.util.List;

/**
 * Copies donated for one purpose.
 *
 * @param category philanthropy or charity
 * @param cost of printing them, in one currency
 * @param orders number of orders that contain donated copies
 * @param items number of copies
 * @param entries number of order lines, equal to the entries of their list
 */
public record DonationLine(String category, Money cost, long orders, long items, long entries) {
  public static final List<String> CATEGORIES = List.of("philanthropy", "charity");

  /**
   * Returns the sum of both lines.
   *
   * @throws IllegalArgumentException for another currency
   */
  public DonationLine plus(DonationLine other) {
    return new DonationLine(
        category,
        cost.plus(other.cost),
        orders + other.orders,
        items + other.items,
        entries + other.entries);
  }
}
