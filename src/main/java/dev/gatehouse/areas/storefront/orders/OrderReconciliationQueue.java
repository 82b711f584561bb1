package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.area.Backoff;
import dev.gatehouse.bus.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consequences of an order's state, once that is stored: stock given back or sold, letters. All
 * of them may be repeated; what fails is done later.
 */
final class OrderReconciliationQueue {
  private static final Logger LOG = LoggerFactory.getLogger(OrderReconciliationQueue.class);
  private static final Duration FIRST_PENDING_LOOK = Duration.ofHours(1);
  private static final Duration RECENT = Duration.ofHours(1);

  /** Letters of one hour to one mailbox about orders that nothing was paid for. */
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

  /** Does what follows; returns the order as it is stored then. */
  ShopOrder applied(Origin origin, ShopOrder order) {
    try {
      return follow(origin, order);
    } catch (RuntimeException failed) {
      LOG.warn("what follows from an order's state is done later: {}", failed.toString());
      return later(order);
    }
  }

  private ShopOrder follow(Origin origin, ShopOrder order) {
    Instant next = null;
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
      case PAID -> {
        stock.sell(origin, order);
        mails.notifyBoth(order, origin.base());
      }
    }
    return changed(order.in(order.state(), next));
  }

  /** It cost nothing to place it, under whosever address: a mailbox is not filled that way. */
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
   * Puts an order off that could not be seen to now, each time for longer, so that the others have
   * their turn; where not even that can be stored, it is due as before.
   */
  ShopOrder later(ShopOrder order) {
    try {
      return changed(
          order.lookedInVain(clock.instant().plus(FAILED.after(order.standing().looks()))));
    } catch (RuntimeException away) {
      LOG.warn("an order is looked after once more: {}", away.toString());
      return order;
    }
  }
}
