package dev.gatehouse.messages;

import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;

/** The messages of the storefront. */
public final class StorefrontMessages {
  public static final Message<Figures.Period, Figures> FIGURES =
      Message.of("storefront.figures", Figures.Period.class, Figures.class);

  /** Reports that the payment of an order has changed. */
  public static final Message<PaymentChanged, Done> PAYMENT_CHANGED =
      Message.of("storefront.paymentChanged", PaymentChanged.class, Done.class);

  private StorefrontMessages() {}

  /**
   * A changed payment.
   *
   * @param order id of the shop's order
   * @param payment the provider's id of the payment order
   */
  public record PaymentChanged(String order, String payment) {}
}
