package dev.gatehouse.areas.storefront.pages;

import static dev.gatehouse.areas.storefront.pages.Html.escaped;
import static dev.gatehouse.areas.storefront.pages.Html.link;

import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.bus.Answer;
import java.util.List;
import java.util.stream.Collectors;

/** Pages of the products for sale. */
public final class ProductPages {
  private static final String SHOP = "/storefront/shop";

  private ProductPages() {}

  /**
   * Returns the page of all products.
   *
   * @param next the address of the next page; empty if absent
   */
  public static Answer list(String shop, List<ShopProduct> products, CartText cart, String next) {
    String items =
        products.stream()
            .map(product ->
                "<li>"
                    + link(address(product, cart), product.title())
                    + ", "
                    + price(product.sale().min().amount(), product.sale().min().currencyCode())
                    + (product.availableForSale() ? "" : " (currently not available here)")
                    + "</li>")
            .collect(Collectors.joining("\n"));
    String none = products.isEmpty() ? "<p>No products are currently available.</p>" : "";
    return Html.page(
        shop,
        toCart(cart)
            + none
            + "<ul>"
            + items
            + "</ul>"
            + (next.isEmpty() ? "" : "<p>" + link(next, "More products") + "</p>"));
  }

  /** Returns the page of one product, with a link for each variant that adds it to the cart. */
  public static Answer product(ShopProduct product, CartText cart) {
    String image =
        product.images().isEmpty()
            ? ""
            : "<p><img src=\"" + escaped(product.images().getFirst()) + "\" alt=\"\"></p>";
    String variants =
        product.variants().stream()
            .map(variant -> "<li>" + variant(variant, cart) + "</li>")
            .collect(Collectors.joining("\n"));
    return Html.page(
        product.title(),
        toCart(cart)
            + image
            + "<p>"
            + escaped(product.description())
            + "</p><p>"
            + price(product.sale().min().amount(), product.sale().min().currencyCode())
            + "</p>"
            + (variants.isEmpty() ? elsewhere(product) : "<ul>" + variants + "</ul>")
            + "<p>"
            + link(shop(cart), "All products")
            + "</p>");
  }

  private static String elsewhere(ShopProduct product) {
    String url = product.sale().url();
    return url == null
        ? "<p>This product is currently not available.</p>"
        : "<p>" + link(url, "Buy at the external shop") + "</p>";
  }

  private static String variant(ShopVariant variant, CartText cart) {
    return variant.availableForSale()
        ? link(cart.adding(variant.key().legacyId()).path(), "Add " + variant.title() + " to cart")
        : escaped(variant.title()) + " is sold out";
  }

  static String shop(CartText cart) {
    return cart.isEmpty() ? SHOP : SHOP + "?cart=" + cart.text();
  }

  private static String address(ShopProduct product, CartText cart) {
    String page = SHOP + '/' + product.handle();
    return cart.isEmpty() ? page : page + "?cart=" + cart.text();
  }

  private static String toCart(CartText cart) {
    return cart.isEmpty()
        ? ""
        : "<p>"
            + link(
                cart.path(),
                "View cart ("
                    + cart.quantities().values().stream().mapToInt(Integer::intValue).sum()
                    + ")")
            + "</p>";
  }

  static String price(String amount, String currency) {
    return escaped(amount + ' ' + currency);
  }
}
