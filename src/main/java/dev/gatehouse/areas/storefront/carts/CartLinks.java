package dev.gatehouse.areas.storefront.carts;

import module java.base;

import dev.gatehouse.areas.storefront.carts.CartRepository.Cart;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct.GlobalId;
import dev.gatehouse.formats.PlainText;

/** Addresses and ids of carts. */
public final class CartLinks {
  /** Path prefix of an address with the lines of a cart: {@code /cart/{variant}:{quantity},…}. */
  public static final String PATH = "/cart/";

  private static final String CART = "gid://shopify/Cart/";
  private static final String LINE = "gid://shopify/CartLine/";

  private CartLinks() {}

  /** Returns the address that buys the items of a cart; the address of the shop if it is empty. */
  public static String checkout(String base, Collection<Cart.Line> lines) {
    if (lines.isEmpty()) {
      return base + "/storefront/shop";
    }
    return base + PATH + lines.stream().map(CartLinks::text).collect(Collectors.joining(","));
  }

  private static String text(Cart.Line line) {
    return line.variant() + ':' + line.quantity();
  }

  public static String global(Cart cart) {
    return CART + cart.id();
  }

  public static String cart(String global) {
    return PlainText.before('?', GlobalId.end(CART, global));
  }

  public static String line(Cart cart, Cart.Line line) {
    return LINE + line.id() + "?cart=" + cart.id();
  }

  public static String line(String global) {
    return PlainText.before('?', GlobalId.end(LINE, global));
  }
}
