package dev.gatehouse.areas.storefront.pages;

import module java.base;

import dev.gatehouse.areas.storefront.orders.OrderNews;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.pages.Site;

/**
 * Content of the page of an order, with its status and the buyer's next actions.
 *
 * @param problem shown first; empty for none
 * @param approved whether the buyer returns from the payment provider
 * @param seller lines of the seller's name and address; may be empty
 */
public record OrderPage(ShopOrder order, String problem, boolean approved, List<String> seller) {
  /**
   * Step of an order.
   *
   * @param name of its text
   */
  public record Step(String name, boolean done, boolean current) {}

  public ShopLinks links() {
    return ShopLinks.NONE;
  }

  public OrderNews news(Site site) {
    return OrderNews.of(order, site);
  }

  /** Returns whether the page is a receipt, because the order was paid. */
  public boolean isReceipt() {
    return switch (order.state()) {
      case PAID, SHIPPED, PARTLY_REFUNDED, REFUNDED -> true;
      default -> false;
    };
  }

  public List<Step> steps() {
    return switch (order.state()) {
      case OPEN, PAYING, PENDING, UNRESOLVED, PLACED ->
          steps(0, "placed", "paid", "shipped", "delivered");
      case PAID ->
          OrderNews.isSoldOut(order)
              ? steps(2, "placed", "paid", "sold-out")
              : steps(1, "placed", "paid", "shipped", "delivered");
      case SHIPPED, PARTLY_REFUNDED -> steps(sent(), "placed", "paid", "shipped", "delivered");
      case REFUNDED -> steps(2, "placed", "paid", "refunded");
      case CHARGED_BACK -> steps(2, "placed", "paid", "reversed");
      case CANCELLED -> steps(1, "placed", "cancelled");
      case EXPIRED -> steps(1, "placed", "expired");
    };
  }

  private int sent() {
    ShopOrder.Shipment shipment = order.payment().shipment();
    if (shipment == null) {
      return 1;
    }
    return shipment.delivered() ? 3 : 2;
  }

  private static List<Step> steps(int current, String... names) {
    return IntStream.range(0, names.length)
        .mapToObj(i -> new Step(names[i], i <= current, i == current))
        .toList();
  }

  /** Returns where the buyer pays; null if they cannot pay there now. */
  public String approveUrl() {
    return mayComplete() && !approved ? order.payment().approveUrl() : null;
  }

  /** Returns the address at which the buyer tracks the parcel; null without one. */
  public String trackingUrl() {
    ShopOrder.Shipment shipment = order.payment().shipment();
    if (shipment != null && shipment.tracking().matches("https://[!-~]+")) {
      return shipment.tracking();
    }
    return null;
  }

  public boolean mayComplete() {
    return order.state() == State.OPEN;
  }

  public boolean mayPayLate() {
    return order.state() == State.EXPIRED && approved;
  }

  /** Returns whether the buyer need not return to this page for the payment. */
  public boolean isFinal() {
    return switch (order.state()) {
      case OPEN, PLACED, UNRESOLVED, PAYING, PENDING -> false;
      default -> true;
    };
  }
}
