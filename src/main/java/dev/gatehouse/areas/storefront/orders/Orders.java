package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.bus.Call;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.Figures.Figure;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Assembles the orders for the area's module. */
public final class Orders {
  private final ShopOrders orders;
  private final Checkout checkout;

  /**
   * @param hold how long an unpaid order holds its stock
   */
  public Orders(NodeServices node, Duration hold) {
    orders = new ShopOrders(node.documents(), node.random(), node.clock());
    var stock = new StockClient(node.dispatcher());
    var letters = new OrderMails(node.outbox(), new MailLinks(node.settings()));
    checkout =
        new Checkout(
            orders,
            stock,
            new PaymentClient(node.dispatcher()),
            new OrderReconciliationQueue(orders, stock, letters, node.clock()),
            hold,
            node.clock());
  }

  public ShopOrders repository() {
    return orders;
  }

  public Checkout checkout() {
    return checkout;
  }

  /** Returns the figures for the daily report. */
  public Figures figures(Call call, Figures.Period day) {
    return new Figures(
        List.of(
            new Figure("shop orders", orders.countBetween(day.from(), day.until())),
            new Figure("shop orders awaiting your decision", awaitingOwner())));
  }

  private long awaitingOwner() {
    return Stream.of(ShopOrder.State.values())
        .filter(ShopOrder.State::isOwners)
        .mapToLong(orders::count)
        .sum();
  }

  /** Processes orders that are due. Blocks. */
  public void reconcile() {
    checkout.reconcile();
  }

  /** Deletes old canceled and expired orders. Blocks. */
  public void deleteExpired() {
    checkout.deleteExpired();
  }
}
