package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Outbox;
import java.util.Objects;

/** Emails about an order, to the owner who ships the goods and to the buyer. */
record OrderMails(Outbox outbox, OrderMailContent contents) {
  private static final int ID_BYTES = 12;

  /** Enqueues the owner's email about an order's state. Does nothing if it is already enqueued. */
  void notifyOwner(ShopOrder order, String asked) {
    String state =
        OrderNews.isDelivered(order) ? "delivered" : order.state().label().replace('_', '-');
    outbox.enqueue(id(order, "owner"), contents.toOwner(order, state, asked).request());
  }

  /** Enqueues the emails to the owner and to the buyer. */
  void notifyBoth(ShopOrder order, String asked) {
    notifyOwner(order, asked);
    outbox.enqueue(id(order, "buyer"), contents.toBuyer(order, asked).request());
  }

  /** Enqueues the owner's email about a paid order whose goods are sold out. */
  void notifyOversold(ShopOrder order, String asked) {
    outbox.enqueue(id(order, "oversold"), contents.toOwner(order, "sold-out", asked).request());
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
    int undone = order.payment().ledger().report().undone();
    String again = undone == 0 ? "" : " undone " + undone;
    String shipment = order.payment().shipment() == null ? "" : " " + order.payment().shipment();
    return Sha256.hex(
        "order "
            + order.id()
            + ' '
            + order.state()
            + which
            + disputes
            + again
            + shipment
            + ' '
            + to,
        ID_BYTES);
  }
}
