package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.pages.Site;

/**
 * News that a buyer reads about an order: a function of the order's state and its ledger.
 *
 * @param key group of its texts
 */
public record OrderNews(String key, String title, String body) {
  public static OrderNews of(ShopOrder order, Site site) {
    Ledger ledger = order.payment().ledger();
    String key = "news." + name(order);
    String body =
        switch (order.state()) {
          case SHIPPED -> carrier(order.payment().shipment(), site);
          case PARTLY_REFUNDED ->
              site.text(key + ".text", site.price(ledger.refunded()))
                  + soldOut(ledger, site)
                  + shipped(order, site);
          case REFUNDED -> site.text(key + ".text") + soldOut(ledger, site);
          default -> site.text(key + ".text");
        };
    return new OrderNews(key, site.text(key + ".title"), body);
  }

  private static String name(ShopOrder order) {
    if (isSoldOut(order)) {
      return "sold-out";
    }
    return isDelivered(order) ? "delivered" : order.state().label().replace('_', '-');
  }

  /** Returns whether the goods of an order have arrived, and nothing was refunded. */
  public static boolean isDelivered(ShopOrder order) {
    return order.state() == ShopOrder.State.SHIPPED && order.payment().shipment().delivered();
  }

  /** Returns whether an order is paid, and its goods are neither in stock nor refunded. */
  public static boolean isSoldOut(ShopOrder order) {
    return order.state() == ShopOrder.State.PAID && order.payment().ledger().hasShortage();
  }

  /** Returns the reason of a refund; empty unless the goods were sold out. */
  private static String soldOut(Ledger ledger, Site site) {
    return ledger.hasShortage() ? " " + site.text("news.sold-out.refunded") : "";
  }

  /** Returns the sentences about the shipment of a partly refunded order; empty without one. */
  private static String shipped(ShopOrder order, Site site) {
    ShopOrder.Shipment shipment = order.payment().shipment();
    if (shipment == null) {
      return "";
    }
    return " " + site.text("news.shipped.title") + ". " + carrier(shipment, site);
  }

  private static String carrier(ShopOrder.Shipment shipment, Site site) {
    String key = shipment.tracking().isEmpty() ? "news.shipped.text" : "news.shipped.tracked";
    return site.text(key, shipment.carrier(), shipment.tracking());
  }
}
