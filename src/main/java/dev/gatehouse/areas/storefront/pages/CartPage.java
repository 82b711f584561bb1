package dev.gatehouse.areas.storefront.pages;

import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.orders.ShopOrder;

/**
 * Content of the page of a cart, with its order form.
 *
 * @param goods items of the cart that are still for sale
 * @param problem shown first; empty for none
 * @param key that makes one order, regardless of how often the form is sent
 */
public record CartPage(
    ShopLinks links, ShopOrder.Goods goods, String problem, Words words, String key) {
  /** Values of a form that is shown again with an error; empty for a new form. */
  public record Words(String name, String email, String address) {
    public static final Words NONE = new Words("", "", "");
  }

  /** Returns the page of this cart with more or fewer of a line. */
  public String with(ShopOrder.Line line, int more) {
    return links.content().with(line.variant(), line.quantity() + more).path();
  }

  public int maxQuantity() {
    return CartText.MAX_QUANTITY;
  }

  public boolean mayAdd(ShopOrder.Line line) {
    return line.quantity() < CartText.MAX_QUANTITY;
  }
}
