package dev.gatehouse.storefront.orders;

import dev.gatehouse.bus.Origin;
import dev.gatehouse.module.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consequences of an order's state, once that is stored: stock given back or sold, letters. All
 * of them may be repeated; what fails is done later.
 */
final class FollowUps {
  private static final Logger LOG = LoggerFactory.getLogger(FollowUps.class);
  private static final Duration FIRST_PENDING_LOOK = Duration.ofHours(1);
  private static final Duration LATELY = Duration.ofHours(1);

  /** Letters of one hour to one mailbox about orders that nothing was paid for. */
  private static final int MAX_LETTERS = 5;

  private static final Backoff FAILED = new Backoff(Duration.ofMinutes(1), Duration.ofHours(1));

  private final ShopOrders orders;
  private final StockClient stock;
  private final OrderLetters letters;
  private final InstantSource clock;

  FollowUps(ShopOrders orders, StockClient stock, OrderLetters letters, InstantSource clock) {
    this.orders = orders;
    this.stock = stock;
    this.letters = letters;
    this.clock = clock;
  }

  /** Does what follows; returns the order as it is stored then. */
  ShopOrder settled(Origin origin, ShopOrder order) {
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
      case UNCLEAR -> letters.tellOwner(order);
      case PLACED -> tellOfPlaced(origin, order);
      case PENDING -> {
        letters.tellBoth(order, origin.base());
        Instant due = order.standing().due();
        Instant now = clock.instant();
        next = due != null && due.isAfter(now) ? due : now.plus(FIRST_PENDING_LOOK);
      }
      case PAID -> {
        stock.sell(origin, order);
        letters.tellBoth(order, origin.base());
      }
    }
    return changed(order.in(order.state(), next));
  }

  /** It cost nothing to place it, under whosever address: a mailbox is not filled that way. */
  private void tellOfPlaced(Origin origin, ShopOrder order) {
    String mailbox = order.buyer().mailbox();
    Instant lately = clock.instant().minus(LATELY);
    if (mailbox == null || orders.countOf(mailbox, lately) <= MAX_LETTERS) {
      letters.tellBoth(order, origin.base());
    } else {
      letters.tellOwner(order);
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
