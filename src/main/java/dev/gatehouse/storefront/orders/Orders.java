package dev.gatehouse.storefront.orders;

import dev.gatehouse.module.MailLinks;
import dev.gatehouse.module.NodeServices;
import java.time.Duration;

/** The orders, put together: all that the area's module must know of them. */
public final class Orders {
  private final ShopOrders orders;
  private final Checkout checkout;

  /**
   * @param hold how long an unpaid order holds its stock
   */
  public Orders(NodeServices node, Duration hold) {
    orders = new ShopOrders(node.documents(), node.random(), node.clock());
    checkout =
        new Checkout(
            orders,
            new StockClient(node.dispatcher()),
            new PaymentClient(node.dispatcher()),
            new OrderLetters(node.outbox(), new MailLinks(node.settings())),
            hold,
            node.clock());
  }

  public ShopOrders repository() {
    return orders;
  }

  public Checkout checkout() {
    return checkout;
  }

  /** Looks after orders that are due; blocks. */
  public void lookAfter() {
    checkout.lookAfter();
  }

  /** Forgets orders of which nothing came; blocks. */
  public void forgetOver() {
    checkout.forgetOver();
  }
}
