package dev.gatehouse.areas.storefront.carts;

import dev.gatehouse.areas.storefront.catalogue.GlobalId;
import java.util.Collection;
import java.util.stream.Collectors;

/** Addresses and ids of carts. */
public final class CartLinks {
  /** Behind which an address has the lines of a cart: {@code /cart/{variant}:{quantity},…}. */
  public static final String PATH = "/cart/";

  private static final String CART = "gid://shopify/Cart/";
  private static final String LINE = "gid://shopify/CartLine/";

  private CartLinks() {}

  /** The address at which somebody buys what is in a cart; the shop where it is empty. */
  public static String checkout(String base, Collection<Cart.Line> lines) {
    return lines.isEmpty()
        ? base + "/storefront/shop"
        : base + PATH + lines.stream().map(CartLinks::text).collect(Collectors.joining(","));
  }

  private static String text(Cart.Line line) {
    return line.variant() + ':' + line.quantity();
  }

  public static String global(Cart cart) {
    return CART + cart.id();
  }

  /** The id by which a cart is stored. */
  public static String cart(String global) {
    return withoutQuery(GlobalId.end(CART, global));
  }

  public static String line(Cart cart, Cart.Line line) {
    return LINE + line.id() + "?cart=" + cart.id();
  }

  /** The id of a line within its cart. */
  public static String line(String global) {
    return withoutQuery(GlobalId.end(LINE, global));
  }

  private static String withoutQuery(String id) {
    int query = id.indexOf('?');
    return query < 0 ? id : id.substring(0, query);
  }
}
