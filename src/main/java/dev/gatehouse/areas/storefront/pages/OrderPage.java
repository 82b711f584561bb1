package dev.gatehouse.areas.storefront.pages;

import static dev.gatehouse.areas.storefront.pages.Html.alert;
import static dev.gatehouse.areas.storefront.pages.Html.escaped;
import static dev.gatehouse.areas.storefront.pages.Html.link;

import dev.gatehouse.areas.storefront.orders.BuyerText;
import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.bus.Answer;
import java.util.stream.Collectors;

/** Page of an order with its status and the buyer's next actions. */
public final class OrderPage {
  private OrderPage() {}

  /**
   * @param problem shown first; empty for none
   * @param approved whether the buyer returns from the payment provider
   */
  public static Answer of(ShopOrder order, String problem, boolean approved) {
    String lines =
        order.goods().lines().stream()
            .map(line ->
                "<li>"
                    + line.quantity()
                    + " × "
                    + escaped(line.title() + ", " + line.label() + ": " + line.price())
                    + "</li>")
            .collect(Collectors.joining("\n"));
    return Html.page(
        BuyerText.of(order).title(),
        alert(problem)
            + "<p>Order "
            + order.reference()
            + "</p><ul>"
            + lines
            + "</ul><p>Total: "
            + escaped(order.goods().total().toString())
            + "</p>"
            + next(order, approved));
  }

  private static String next(ShopOrder order, boolean approved) {
    String body = BuyerText.of(order).body();
    String text = body.isEmpty() ? "" : "<p>" + escaped(body) + "</p>";
    return switch (order.state()) {
      case OPEN -> text + open(order, approved);
      case EXPIRED -> text + (approved ? button("pay", "Pay now", "") : "") + again();
      case PLACED, UNRESOLVED, PAYING, PENDING -> text;
      default -> text + again();
    };
  }

  private static String open(ShopOrder order, boolean approved) {
    String pay =
        approved || order.payment().approveUrl() == null
            ? ""
            : "<ol><li>"
                + link(order.payment().approveUrl(), "Pay at the payment provider")
                + "</li><li>Return to this page and complete the purchase.</li></ol>";
    return pay
        + button("pay", "Complete purchase", "")
        + button("cancel", "Cancel order", " class=\"quiet\"");
  }

  private static String button(String action, String words, String more) {
    return "<form method=\"post\" enctype=\"multipart/form-data\">"
        + "<input type=\"hidden\" name=\"action\" value=\""
        + action
        + "\"><button"
        + more
        + ">"
        + words
        + "</button></form>";
  }

  private static String again() {
    return "<p>" + link("/storefront/shop", "Return to shop") + "</p>";
  }
}
