package dev.gatehouse.areas.commerce.printshop.books;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.Money;

/**
 * The sales over a platform in a currency. An order whose costs are in another currency than its
 * price stands in two lines: what it brought in the one, what it cost in the other.
 *
 * @param gross what buyers paid and did not get back
 * @param returned what buyers paid and got back
 * @param costs what the print shop was paid
 */
public record SalesLine(
    String platform, Money gross, Money returned, Money costs, @JsonUnwrapped Counts counts) {

  /**
   * The numbers of orders.
   *
   * @param orders that count as sold
   * @param items in them
   * @param donated items among these, which were given away
   * @param costsUnknown orders whose costs the print shop has yet to tell: as if they cost nothing
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

  /** A line without a sale. */
  public static SalesLine empty(String platform, String currency) {
    Money zero = Money.zero(currency);
    return new SalesLine(platform, zero, zero, zero, Counts.NONE);
  }

  /**
   * Both together.
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

  /** The one currency of all its amounts. */
  String currency() {
    return gross.currency();
  }
}
