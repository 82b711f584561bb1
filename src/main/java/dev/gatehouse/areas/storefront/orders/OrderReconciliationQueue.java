package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.area.Backoff;
import dev.gatehouse.areas.storefront.orders.OrderMailContent.OrderMails;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follow-ups of an order's state after it is stored: stock returned or sold, and emails. All of
 * them are idempotent, and failures are retried later.
 */
record OrderReconciliationQueue(
    ShopOrders orders,
    StockClient stock,
    OrderMails mails,
    InvoiceNumbers invoices,
    InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(OrderReconciliationQueue.class);
  private static final Duration FIRST_PENDING_LOOK = Duration.ofHours(1);
  private static final Duration RECENT = Duration.ofHours(1);

  /** Maximum number of attempts to hold the stock of a paid order in one run. */
  private static final int MAX_TURNS = 5;

  /** Maximum number of emails to one mailbox per hour about unpaid orders. */
  private static final int MAX_MAILS = 5;

  private static final Backoff FAILED = new Backoff(Duration.ofMinutes(1), Duration.ofHours(1));

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
      case CANCELLED, EXPIRED -> {
        stock.release(origin, order);
        if (order.payment().ledger().hasSold()) {
          // The owner had decided that it was paid, and has taken that back.
          stock.restockAttempt(origin, order);
        }
      }
      case UNRESOLVED -> mails.notifyOwner(order, origin.base());
      case PLACED -> notifyPlaced(origin, order);
      case PENDING -> {
        mails.notifyBoth(order, origin.base());
        Instant due = order.standing().due();
        Instant now = clock.instant();
        next = due != null && due.isAfter(now) ? due : now.plus(FIRST_PENDING_LOOK);
      }
      case PAID, SHIPPED, PARTLY_REFUNDED, REFUNDED -> {
        after = invoices.numbered(settled(origin, order));
        mails.notifyBoth(after, origin.base());
      }
      case CHARGED_BACK -> {
        after = settled(origin, order);
        mails.notifyOwner(after, origin.base());
      }
    }
    return changed(after.in(after.state(), next));
  }

  /**
   * Sells the stock of an order whose money was taken. If the stock is gone, the order remains
   * paid, and its owner is notified.
   *
   * <p>A concurrent request of the same attempt may have found a shortage and released the
   * reservation. The stock is then held by another attempt.
   */
  private ShopOrder settled(Origin origin, ShopOrder order) {
    Ledger ledger = order.payment().ledger();
    if (ledger.hasSold() || ledger.hasShortage()) {
      return order;
    }
    ShopOrder known = order;
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      StockHeld held = stock.hold(origin, known);
      boolean available = held.shortages().isEmpty();
      boolean released = held.wasReleased() || (available && !stock.sell(origin, known));
      if (!released) {
        if (!available) {
          stock.release(origin, known);
          mails.notifyOversold(known, origin.base());
        }
        return known.with(known.payment().with(ledger.settled(!available)));
      }
      known = inNextAttempt(known);
    }
    throw contention();
  }

  private ShopOrder inNextAttempt(ShopOrder order) {
    int next = order.standing().attempt() + 1;
    return orders
        .change(order.attempted(order.state(), next, order.standing().due()))
        .orElseThrow(OrderReconciliationQueue::contention);
  }

  private static ApiException contention() {
    return ApiException.busy(
        ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this order", 1);
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
      mails.notifyOwner(order, origin.base());
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
