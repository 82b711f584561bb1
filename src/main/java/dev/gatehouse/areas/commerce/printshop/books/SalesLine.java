package dev.gatehouse.areas.commerce.printshop.books;

import dev.gatehouse.formats.Money;

/**
 * Sales over one platform in one currency. An order whose costs and price differ in currency adds
 * to two lines: its income to one, its costs to the other.
 *
 * @param gross what buyers paid, without refunds
 * @param returned refunds to buyers
 * @param costs paid to the print shop
 */
public record SalesLine(String platform, Money gross, Money returned, Money costs, Counts counts) {

  /**
   * Numbers of orders and items.
   *
   * @param orders counted as sold
   * @param items in them
   * @param donated number of these items that were donated
   * @param costsUnknown orders without costs from the print shop so far; counted with costs of zero
   */
  public record Counts(long orders, long items, long donated, long costsUnknown) {
    static final Counts NONE = new Counts(0, 0, 0, 0);

    public Counts plus(Counts other) {
      return new Counts(
          orders + other.orders,
          items + other.items,
          donated + other.donated,
          costsUnknown + other.costsUnknown);
    }
  }

  /** Returns the line of a refund to a buyer. */
  public static SalesLine returned(String platform, Money refund) {
    Money zero = Money.zero(refund.currency());
    return new SalesLine(platform, zero, refund, zero, Counts.NONE);
  }

  /** Returns the line of a payment to the print shop. */
  public static SalesLine costs(String platform, Money paid) {
    Money zero = Money.zero(paid.currency());
    return new SalesLine(platform, zero, zero, paid, Counts.NONE);
  }

  /**
   * Returns the sum of both lines.
   *
   * @throws IllegalArgumentException for another currency
   */
  public SalesLine plus(SalesLine other) {
    return new SalesLine(
        platform,
        gross.plus(other.gross),
        returned.plus(other.returned),
        costs.plus(other.costs),
        counts.plus(other.counts));
  }

  /** Returns the currency of all amounts of this line. */
  String currency() {
    return gross.currency();
  }
}
