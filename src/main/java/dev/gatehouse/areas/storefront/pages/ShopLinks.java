package dev.gatehouse.areas.storefront.pages;

import dev.gatehouse.areas.storefront.carts.CartText;

/**
 * Links between the pages of the shop. They carry the cart, which is not stored.
 *
 * @param content of the cart
 */
public record ShopLinks(CartText content) {
  private static final String SHOP = "/storefront/shop";

  /** Links of pages that know no cart. */
  public static final ShopLinks NONE = new ShopLinks(CartText.of("cart", ""));

  public String shop() {
    return SHOP + query();
  }

  /** Returns the shop's page with further parameters. */
  String shop(String parameters) {
    if (parameters.isEmpty()) {
      return shop();
    }
    return SHOP + '?' + parameters + (content.isEmpty() ? "" : "&cart=" + content.text());
  }

  public String product(String handle) {
    return SHOP + '/' + handle + query();
  }

  /** Returns the page of the cart; the shop's if the cart is empty. */
  public String cart() {
    return content.path();
  }

  public int items() {
    return content.quantities().values().stream().mapToInt(Integer::intValue).sum();
  }

  private String query() {
    return content.isEmpty() ? "" : "?cart=" + content.text();
  }
}
