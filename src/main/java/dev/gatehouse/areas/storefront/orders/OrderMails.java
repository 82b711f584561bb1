package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import java.util.Objects;
import java.util.stream.Collectors;

/** Emails about an order, to the owner who ships the goods and to the buyer. */
final class OrderMails {
  private static final int ID_BYTES = 12;

  private final Outbox outbox;
  private final MailLinks links;

  OrderMails(Outbox outbox, MailLinks links) {
    this.outbox = outbox;
    this.links = links;
  }

  /** Enqueues the owner's email about an order's state. Does nothing if it is already enqueued. */
  void notifyOwner(ShopOrder order) {
    outbox.enqueue(id(order, "owner"), toOwner(order, order.state().label()).request());
  }

  /** Enqueues the emails to the owner and to the buyer. */
  void notifyBoth(ShopOrder order, String asked) {
    notifyOwner(order);
    outbox.enqueue(id(order, "buyer"), toBuyer(order, asked).request());
  }

  /** Enqueues the owner's email about a paid order whose goods are sold out. */
  void notifyOversold(ShopOrder order) {
    outbox.enqueue(id(order, "oversold"), toOwner(order, "paid, but sold out").request());
  }

  /** Returns the id of an email. Each refund and each shipment of an order has its own emails. */
  private static String id(ShopOrder order, String to) {
    String which =
        switch (order.state()) {
          case PARTLY_REFUNDED -> " " + order.payment().ledger().refunded();
          case UNRESOLVED -> Objects.requireNonNullElse(order.payment().ledger().problem(), "");
          default -> "";
        };
    int won = order.payment().ledger().won();
    String disputes = won == 0 ? "" : " after chargeback " + won;
    String shipment = order.payment().shipment() == null ? "" : " " + order.payment().shipment();
    return Sha256.hex(
        "order " + order.id() + ' ' + order.state() + which + disputes + shipment + ' ' + to,
        ID_BYTES);
  }

  private static Email toOwner(ShopOrder order, String state) {
    String text =
        """
        Order %s is %s.%s

        %s
        Total: %s

        Ship to:
        %s
        %s
        """
            .formatted(
                order.reference(),
                state,
                advice(order),
                lines(order),
                order.goods().total(),
                quoted(order.buyer().name() + " <" + order.buyer().email() + ">"),
                quoted(order.buyer().address()));
    return Email.toOwner(order.buyer().email(), "Order " + order.reference() + ": " + state, text);
  }

  /** Returns the action that the owner must take, if any. */
  private static String advice(ShopOrder order) {
    return switch (order.state()) {
      case UNRESOLVED ->
          problem(order)
              + " Look up payment "
              + order.payment().paymentOrder()
              + " at the payment provider and set the result with"
              + " PUT /api/proxy/storefront/orders/"
              + order.id()
              + ". The stock stays reserved until then.";
      case PAID, SHIPPED ->
          (order.payment().ledger().hasShortage() ? " Its goods are sold out." : "")
              + (order.payment().ledger().won() == 0
                  ? ""
                  : " A chargeback was withdrawn, and the money is back.");
      case CHARGED_BACK ->
          " A chargeback has reversed payment "
              + order.payment().paymentOrder()
              + ". Do not ship the goods. Answer the chargeback at the payment provider.";
      case PARTLY_REFUNDED -> " Refunded: " + order.payment().ledger().refunded() + ".";
      case PLACED ->
          " No payment provider is configured, so arrange the payment with the buyer. Then set the"
              + " result with PUT /api/proxy/storefront/orders/"
              + order.id()
              + ".";
      default -> "";
    };
  }

  private static String problem(ShopOrder order) {
    String problem = order.payment().ledger().problem();
    return problem == null
        ? " The payment could not be confirmed within one month."
        : " Its payment is not as ordered: " + problem + ".";
  }

  /**
   * Returns an email for an address that may be anyone's. It therefore contains no text from users
   * or names of products.
   */
  private Email toBuyer(ShopOrder order, String asked) {
    String text =
        """
        Thank you for your order %s. Total: %s.%s

        Order status: %s/storefront/orders/%s
        """
            .formatted(
                order.reference(),
                order.goods().total(),
                news(order),
                links.base(asked),
                order.id());
    return new Email(order.buyer().email(), "", "Your order " + order.reference(), text, null);
  }

  /** Returns what has happened to a paid order. */
  private static String news(ShopOrder order) {
    BuyerText text = BuyerText.of(order);
    return switch (order.state()) {
      case SHIPPED, PARTLY_REFUNDED, REFUNDED -> "\n\n" + text.title() + ". " + text.body();
      default -> "";
    };
  }

  private static String lines(ShopOrder order) {
    return order.goods().lines().stream()
            .map(line ->
                line.quantity() + " x " + line.title() + ", " + line.label() + ": " + line.price())
            .collect(Collectors.joining("\n"))
        + charges(order.goods().charges());
  }

  private static String charges(Charges charges) {
    Charges.Shipping shipping = charges.shipping();
    Charges.Tax tax = charges.tax();
    String shipped =
        shipping == null ? "" : "\nShipping, " + shipping.name() + ": " + shipping.amount();
    if (tax == null) {
      return shipped;
    }
    String included = tax.included() ? ", included" : "";
    return shipped + "\nTax " + tax.percent() + " %" + included + ": " + tax.amount();
  }

  private static String quoted(String words) {
    return words.lines().map(line -> "> " + line).collect(Collectors.joining("\n"));
  }
}
