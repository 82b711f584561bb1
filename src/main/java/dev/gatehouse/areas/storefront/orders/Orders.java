package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.bus.Call;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.Figures.Figure;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The orders, put together: all that the area's module must know of them. */
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

  /** Answers the daily report. */
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

  /** Looks after orders that are due; blocks. */
  public void reconcile() {
    checkout.reconcile();
  }

  /** Forgets orders of which nothing came; blocks. */
  public void deleteExpired() {
    checkout.deleteExpired();
  }
}
