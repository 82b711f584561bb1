package dev.gatehouse.areas.commerce.printshop.books;

import dev.gatehouse.formats.Money;
import java.util.List;

/**
 * The copies that were given away for a purpose.
 *
 * @param category philanthropy or charity
 * @param cost what it cost to print them, in one currency
 * @param orders that hold some
 * @param items copies
 * @param entries lines of orders, as many as a list of them has
 */
public record DonationLine(String category, Money cost, long orders, long items, long entries) {
  /** The purposes. */
  public static final List<String> CATEGORIES = List.of("philanthropy", "charity");

  /**
   * Both together.
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
