package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.pages.Site;

/**
 * News that a buyer reads about an order: a function of the order's state and its ledger.
 *
 * @param key group of its texts
 */
public record OrderNews(String key, String title, String body) {
  /** Returns the news of an order. */
  public static OrderNews of(ShopOrder order, Site site) {
    Ledger ledger = order.payment().ledger();
    boolean sold = order.state() == ShopOrder.State.PAID && ledger.hasShortage();
    String key = "news." + (sold ? "sold-out" : order.state().label().replace('_', '-'));
    String body =
        switch (order.state()) {
          case SHIPPED -> carrier(order.payment().shipment(), site);
          case PARTLY_REFUNDED ->
              site.text(key + ".text", ledger.refunded()) + shipped(order, site);
          default -> site.text(key + ".text");
        };
    return new OrderNews(key, site.text(key + ".title"), body);
  }

  /** Returns the sentences about the shipment of a partly refunded order; empty without one. */
  private static String shipped(ShopOrder order, Site site) {
    ShopOrder.Shipment shipment = order.payment().shipment();
    return shipment == null
        ? ""
        : " " + site.text("news.shipped.title") + ". " + carrier(shipment, site);
  }

  private static String carrier(ShopOrder.Shipment shipment, Site site) {
    String key = shipment.tracking().isEmpty() ? "news.shipped.text" : "news.shipped.tracked";
    return site.text(key, shipment.carrier(), shipment.tracking());
  }
}
