package dev.gatehouse.messages;

import module java.base;

import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;

/** The messages of the storefront. */
public final class StorefrontMessages {
  public static final Message<Figures.Period, Figures> FIGURES =
      Message.of("storefront.figures", Figures.Period.class, Figures.class);

  /** Reports that the payment of an order has changed. */
  public static final Message<PaymentChanged, Done> PAYMENT_CHANGED =
      Message.of("storefront.paymentChanged", PaymentChanged.class, Done.class);

  /** Returns the paid orders of a time range. */
  public static final Message<SalesQuery, Sales> SALES =
      Message.of("storefront.sales", SalesQuery.class, Sales.class);

  private StorefrontMessages() {}

  /**
   * @param until end of the range, which is not part of it
   */
  public record SalesQuery(Instant from, Instant until) {}

  public record Sales(List<CurrencySales> currencies) {}

  /**
   * Sales in one currency, without the tax that they contain.
   *
   * @param receipts money that buyers paid
   * @param returns money that came back to buyers
   */
  public record CurrencySales(String currency, BigDecimal receipts, BigDecimal returns) {
    public static CurrencySales none(String currency) {
      return new CurrencySales(currency, BigDecimal.ZERO, BigDecimal.ZERO);
    }

    /** Returns the sums of two in the same currency. */
    public CurrencySales plus(CurrencySales other) {
      return new CurrencySales(currency, receipts.add(other.receipts), returns.add(other.returns));
    }
  }

  /**
   * A changed payment.
   *
   * @param order id of the shop's order
   * @param payment the provider's id of the payment order
   */
  public record PaymentChanged(String order, String payment) {}
}
