package dev.gatehouse.areas.storefront.pages;

import module java.base;

import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct.ShopPicture;
import dev.gatehouse.areas.storefront.charges.Countries;
import dev.gatehouse.areas.storefront.charges.Pricing.Quote;
import dev.gatehouse.areas.storefront.charges.ShippingRates.ShippingRate;
import dev.gatehouse.areas.storefront.orders.ShopOrder;

/**
 * Content of the page of a cart, with its order form.
 *
 * @param problem shown first; empty for none
 * @param key that makes one order, regardless of how often the form is sent
 */
public record CartPage(ShopLinks links, Offer offer, String problem, Words words, String key) {
  /**
   * Content of a cart with its sums.
   *
   * @param goods items of the cart that are still for sale
   * @param pictures by the ids of products; products without a picture are missing
   * @param shipped whether an address is needed
   */
  public record Offer(
      ShopOrder.Goods goods, Quote quote, Map<String, ShopPicture> pictures, boolean shipped) {}

  public ShopOrder.Goods goods() {
    return offer.goods();
  }

  public Quote quote() {
    return offer.quote();
  }

  /** Returns the picture of a line; null without one. */
  public ShopPicture picture(ShopOrder.Line line) {
    return offer.pictures().get(line.product());
  }

  /** Values of a form that is shown again with an error; empty for a new form. */
  public record Words(
      String name, String email, String address, String postcode, String city, String region) {
    public static final Words NONE = new Words("", "", "", "", "", "");
  }

  /** Returns the page of this cart with more or fewer of a line. */
  public String with(ShopOrder.Line line, int more) {
    CartText changed = links.content().with(line.variant(), line.quantity() + more);
    return new ShopLinks(changed, links.delivery()).cart();
  }

  /** Returns the page of this cart with another way to ship it. */
  public String with(ShippingRate rate) {
    var delivery = new Quote.Delivery(quote().delivery().country(), rate.name());
    return new ShopLinks(links.content(), delivery).cart();
  }

  /** Returns the rates that would be free for a larger cart. */
  public List<ShippingRate> notFree() {
    return quote().rates().stream()
        .filter(rate -> rate.freeFrom().isPresent() && rate.price().signum() > 0)
        .toList();
  }

  public boolean isChosen(ShippingRate rate) {
    return rate.name().equals(quote().delivery().method());
  }

  public String country(String language) {
    return Countries.name(quote().delivery().country(), Locale.forLanguageTag(language));
  }

  public boolean needsPostcode() {
    return Countries.hasPostcode(quote().delivery().country());
  }

  public boolean mayAdd(ShopOrder.Line line) {
    return line.quantity() < CartText.MAX_QUANTITY;
  }
}
