package dev.gatehouse.areas.storefront.pages;

import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.charges.Pricing.Quote;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.ProviderRequest;

/**
 * Links between the pages of the shop. They carry the cart, which is not stored.
 *
 * @param content of the cart
 * @param delivery that the buyer has chosen
 */
public record ShopLinks(CartText content, Quote.Delivery delivery) {
  private static final String SHOP = "/storefront/shop";

  /** Links of pages that know no cart. */
  public static final ShopLinks NONE = new ShopLinks(CartText.of("cart", ""));

  public ShopLinks(CartText content) {
    this(content, Quote.Delivery.DEFAULT);
  }

  public String shop() {
    return SHOP + query();
  }

  /** Returns the shop's page with further parameters. */
  String shop(String parameters) {
    if (parameters.isEmpty()) {
      return shop();
    }
    return SHOP + '?' + parameters + PlainText.prefixed("&cart=", content.text());
  }

  public String product(String handle) {
    return SHOP + '/' + handle + query();
  }

  /** Returns the page of the cart; the shop's if the cart is empty. */
  public String cart() {
    if (content.isEmpty() || delivery.country().isEmpty()) {
      return content.path();
    }
    String method = delivery.method();
    return content.path()
        + "?country="
        + delivery.country()
        + PlainText.prefixed("&shipping=", ProviderRequest.encode(method));
  }

  public int items() {
    return content.quantities().values().stream().mapToInt(Integer::intValue).sum();
  }

  private String query() {
    return PlainText.prefixed("?cart=", content.text());
  }
}
