package dev.gatehouse.areas.storefront.orders;

import java.util.Set;

/**
 * Text that a buyer reads about an order: a function of the order's state and its ledger.
 *
 * @param row name of the row of the table
 * @param body plain text; empty for none
 * @param claims what the text states about the money
 */
public record BuyerText(String row, String title, String body, Set<Claim> claims) {
  /** Statements about the money at the payment provider. */
  public enum Claim {
    /** The total was taken. */
    CAPTURED,
    /** Nothing had been taken when the order ended. */
    UNCAPTURED_AT_END,
    /** A part of the money was returned. */
    REFUNDED_PARTLY,
    /** All money was returned. */
    REFUNDED,
    /** A chargeback has taken the money back. */
    CHARGED_BACK
  }

  /** Returns the text for an order. */
  public static BuyerText of(ShopOrder order) {
    Ledger ledger = order.payment().ledger();
    return switch (order.state()) {
      case OPEN -> text("open", "Pay for your order", "");
      case PAYING -> text("paying", "Payment in progress", "Reload this page in a minute.");
      case PENDING ->
          text(
              "pending",
              "Thank you. Your payment is being verified",
              "Reload this page in a minute.");
      case UNRESOLVED ->
          text(
              "unresolved",
              "Thank you. Your payment is being verified",
              "The shop will email you the result. Do not pay again.");
      case PLACED ->
          text(
              "placed",
              "Thank you for your order",
              "You do not pay on this page. The shop will email you payment instructions."
                  + " Bookmark this page to check the status of your order.");
      case PAID -> paid(ledger);
      case SHIPPED ->
          text("shipped", "Your order was shipped", carrier(order.payment().shipment()));
      case PARTLY_REFUNDED ->
          text(
              "partly refunded",
              "A part of your payment was refunded",
              "Refunded: " + ledger.refunded() + "." + shipped(order),
              Claim.REFUNDED_PARTLY);
      case REFUNDED ->
          text(
              "refunded",
              "Your payment was refunded",
              "The order will not be shipped unless the shop tells you otherwise.",
              Claim.REFUNDED);
      case CHARGED_BACK ->
          text(
              "charged back",
              "Your payment was reversed",
              "A chargeback has reversed the payment. Contact the shop if this is an error.",
              Claim.CHARGED_BACK);
      case CANCELLED -> cancelled(ledger);
      case EXPIRED ->
          text(
              "expired",
              "Order expired because it was not paid in time",
              "If a payment arrives later, this page shows it.",
              Claim.UNCAPTURED_AT_END);
    };
  }

  private static BuyerText paid(Ledger ledger) {
    String title = "Thank you. Your order is paid";
    if (ledger.hasShortage()) {
      return text(
          "paid, sold out",
          title,
          "The goods are no longer in stock. The shop will email you.",
          Claim.CAPTURED);
    }
    String body = "Your order will be shipped to you.";
    return ledger.decided()
        ? text("paid, by the owner's decision", title, body)
        : text("paid", title, body, Claim.CAPTURED);
  }

  /** Returns the sentences about the shipment of a partly refunded order; empty without one. */
  private static String shipped(ShopOrder order) {
    ShopOrder.Shipment shipment = order.payment().shipment();
    return shipment == null ? "" : " Your order was shipped. " + carrier(shipment);
  }

  private static String carrier(ShopOrder.Shipment shipment) {
    String tracking = shipment.tracking().isEmpty() ? "" : ", tracking: " + shipment.tracking();
    return "Carrier: " + shipment.carrier() + tracking + ".";
  }

  private static BuyerText cancelled(Ledger ledger) {
    return ledger.decided()
        ? text("cancelled, by the owner's decision", "Order cancelled", "")
        : text("cancelled", "Order cancelled", "", Claim.UNCAPTURED_AT_END);
  }

  private static BuyerText text(String row, String title, String body, Claim... claims) {
    return new BuyerText(row, title, body, Set.of(claims));
  }
}
