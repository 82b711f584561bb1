package dev.gatehouse.areas.storefront.pages;

import static dev.gatehouse.areas.storefront.pages.Html.alert;
import static dev.gatehouse.areas.storefront.pages.Html.escaped;
import static dev.gatehouse.areas.storefront.pages.Html.link;

import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.bus.Answer;
import java.util.stream.Collectors;

/** Page of a cart with its order form. */
public final class CartPage {
  /** Values of a form that is shown again with an error; empty for a new form. */
  public record Words(String name, String email, String address) {
    public static final Words NONE = new Words("", "", "");
  }

  private CartPage() {}

  /**
   * @param goods items of the cart that are still for sale
   * @param problem shown first; empty for none
   * @param key that makes one order, regardless of how often the form is sent
   */
  public static Answer of(
      CartText cart, ShopOrder.Goods goods, String problem, Words words, String key) {
    String rows =
        goods.lines().stream().map(line -> row(cart, line)).collect(Collectors.joining("\n"));
    return Html.page(
        "Your cart",
        """
        %s
        <table>
        <thead><tr><th scope="col">Product</th><th scope="col">Price</th>\
        <th scope="col">Quantity</th><th scope="col">Subtotal</th></tr></thead>
        <tbody>%s</tbody>
        <tfoot><tr><th scope="row" colspan="3">Total</th><td>%s</td></tr></tfoot>
        </table>
        <p>%s</p>
        %s
        """
            .formatted(
                alert(problem),
                rows,
                escaped(goods.total().toString()),
                link(ProductPages.shop(cart), "Continue shopping"),
                form(goods, words, key)));
  }

  private static String row(CartText cart, ShopOrder.Line line) {
    String name = line.title() + ", " + line.label();
    int quantity = line.quantity();
    return "<tr><th scope=\"row\">"
        + escaped(name)
        + "</th><td>"
        + escaped(line.price().toString())
        + "</td><td>"
        + quantity
        + "<br>"
        + (quantity < CartText.MAX_QUANTITY
            ? change(cart, line, quantity + 1, "Add one", name) + ", "
            : "")
        + change(cart, line, quantity - 1, quantity == 1 ? "Remove" : "Remove one", name)
        + "</td><td>"
        + escaped(line.price().times(quantity).toString())
        + "</td></tr>";
  }

  private static String change(
      CartText cart, ShopOrder.Line line, int quantity, String words, String name) {
    return "<a href=\""
        + escaped(cart.with(line.variant(), quantity).path())
        + "\" aria-label=\""
        + escaped(words + ": " + name)
        + "\">"
        + words
        + "</a>";
  }

  private static String form(ShopOrder.Goods goods, Words words, String key) {
    return """
    <h2>Checkout</h2>
    <form method="post" enctype="multipart/form-data">
    <input type="hidden" name="key" value="%s"><input type="hidden" name="total" value="%s">
    <label for="name">Name</label>
    <input id="name" name="name" autocomplete="name" required maxlength="200" value="%s">
    <label for="email">Email address</label>
    <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" \
    value="%s">
    <label for="address">Shipping address</label>
    <textarea id="address" name="address" autocomplete="street-address" required rows="4" \
    maxlength="1000">%s</textarea>
    <button>Place order for %s</button>
    </form>
    """
        .formatted(
            escaped(key),
            escaped(goods.total().text()),
            escaped(words.name()),
            escaped(words.email()),
            escaped(words.address()),
            escaped(goods.total().toString()));
  }
}
