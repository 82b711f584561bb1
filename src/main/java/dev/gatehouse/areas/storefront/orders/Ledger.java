package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.formats.Money;

/**
 * Facts about the money and the goods of an order, beside its state.
 *
 * @param captured the money that was taken; null if none is known
 * @param refunded the money that was returned; null if none is known
 * @param decided whether the owner has decided on the payment
 * @param stock sold or short; null while the stock is not settled
 * @param problem what the owner must check; null without a problem
 */
public record Ledger(
    Money captured, Money refunded, boolean decided, String stock, String problem) {
  static final Ledger NONE = new Ledger(null, null, false, null, null);
  private static final String SOLD = "sold";
  private static final String SHORT = "short";

  /** Returns whether the goods are sold. */
  boolean hasSold() {
    return SOLD.equals(stock);
  }

  /** Returns whether the goods were sold out when the money came. */
  public boolean hasShortage() {
    return SHORT.equals(stock);
  }

  Ledger with(PaymentTruth truth) {
    return new Ledger(truth.captured(), truth.refunded(), decided, stock, truth.problem());
  }

  Ledger decidedByOwner() {
    return new Ledger(captured, refunded, true, stock, null);
  }

  Ledger settled(boolean oversold) {
    return new Ledger(captured, refunded, decided, oversold ? SHORT : SOLD, problem);
  }
}
