package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.area.Backoff;
import dev.gatehouse.bus.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follow-ups of an order's state after it is stored: stock returned or sold, and emails. All of
 * them are idempotent, and failures are retried later.
 */
final class OrderReconciliationQueue {
  private static final Logger LOG = LoggerFactory.getLogger(OrderReconciliationQueue.class);
  private static final Duration FIRST_PENDING_LOOK = Duration.ofHours(1);
  private static final Duration RECENT = Duration.ofHours(1);

  /** Maximum number of emails to one mailbox per hour about unpaid orders. */
  private static final int MAX_MAILS = 5;

  private static final Backoff FAILED = new Backoff(Duration.ofMinutes(1), Duration.ofHours(1));

  private final ShopOrders orders;
  private final StockClient stock;
  private final OrderMails mails;
  private final InstantSource clock;

  OrderReconciliationQueue(
      ShopOrders orders, StockClient stock, OrderMails letters, InstantSource clock) {
    this.orders = orders;
    this.stock = stock;
    this.mails = letters;
    this.clock = clock;
  }

  /** Runs the follow-ups; returns the order as stored after them. */
  ShopOrder applied(Origin origin, ShopOrder order) {
    try {
      return follow(origin, order);
    } catch (RuntimeException failed) {
      LOG.warn("order {}: follow-up failed, will retry: {}", order.reference(), failed.toString());
      return later(order);
    }
  }

  private ShopOrder follow(Origin origin, ShopOrder order) {
    Instant next = null;
    ShopOrder after = order;
    switch (order.state()) {
      case OPEN, PAYING -> {
        return order;
      }
      case CANCELLED, EXPIRED -> stock.release(origin, order);
      case UNRESOLVED -> mails.notifyOwner(order);
      case PLACED -> notifyPlaced(origin, order);
      case PENDING -> {
        mails.notifyBoth(order, origin.base());
        Instant due = order.standing().due();
        Instant now = clock.instant();
        next = due != null && due.isAfter(now) ? due : now.plus(FIRST_PENDING_LOOK);
      }
      case PAID, SHIPPED, PARTLY_REFUNDED, REFUNDED -> {
        after = settled(origin, order);
        mails.notifyBoth(after, origin.base());
      }
      case CHARGED_BACK -> {
        after = settled(origin, order);
        mails.notifyOwner(after);
      }
    }
    return changed(after.in(after.state(), next));
  }

  /**
   * Sells the stock of an order whose money was taken. If the stock is gone, the order remains
   * paid, and its owner is notified.
   */
  private ShopOrder settled(Origin origin, ShopOrder order) {
    Ledger ledger = order.payment().ledger();
    if (ledger.hasSold() || ledger.hasShortage()) {
      return order;
    }
    boolean available = stock.hold(origin, order).shortages().isEmpty();
    if (available) {
      stock.sell(origin, order);
    } else {
      stock.release(origin, order);
      mails.notifyOversold(order);
    }
    return order.with(order.payment().with(ledger.settled(!available)));
  }

  /**
   * Placing an order is free and its address may be anyone's, so emails to one mailbox are limited.
   */
  private void notifyPlaced(Origin origin, ShopOrder order) {
    String mailbox = order.buyer().mailbox();
    Instant lately = clock.instant().minus(RECENT);
    if (mailbox == null || orders.countOf(mailbox, lately) <= MAX_MAILS) {
      mails.notifyBoth(order, origin.base());
    } else {
      mails.notifyOwner(order);
    }
  }

  private ShopOrder changed(ShopOrder order) {
    return orders.change(order).orElseGet(() -> orders.find(order.id()).orElseThrow());
  }

  /**
   * Postpones an order that failed, with increasing delays, so that the others are processed. If
   * the delay cannot be stored, the order remains due.
   */
  ShopOrder later(ShopOrder order) {
    try {
      return changed(
          order.lookedInVain(clock.instant().plus(FAILED.after(order.standing().looks()))));
    } catch (RuntimeException away) {
      LOG.warn("reconciliation of an order is retried: {}", away.toString());
      return order;
    }
  }
}
