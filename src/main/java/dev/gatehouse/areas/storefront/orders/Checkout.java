package dev.gatehouse.areas.storefront.orders;

import dev.gatehouse.area.Backoff;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.ProductMessages.StockShortage;
import dev.gatehouse.store.DuplicateKeyException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of an order. It is stored before it holds any stock, it holds its stock before it is made
 * with the payment provider, and while it is captured; what follows from a state (stock given back
 * or sold, letters) is done after the state is stored, and by {@link #lookAfter} where a node died
 * in between. All that is asked of others may be repeated.
 */
public final class Checkout {
  private static final Logger LOG = LoggerFactory.getLogger(Checkout.class);

  /** More than a capture may take: a node that is so long at it has died. */
  private static final Duration MAX_CAPTURE = Duration.ofSeconds(90);

  private static final Duration MAX_PAUSE = Duration.ofHours(12);
  private static final Backoff UNKNOWN = new Backoff(Duration.ofMinutes(1), MAX_PAUSE);

  /** A month of looks; after it the owner is to find out. */
  private static final int MAX_LOOKS = 70;

  private static final Duration OVER_KEPT = Duration.ofDays(30);
  private static final int BATCH = 50;

  /** Those that come due within a minute must not be more than are seen to within one. */
  private static final int MAX_BATCHES = 40;

  private final ShopOrders orders;
  private final StockClient stock;
  private final PaymentClient payments;
  private final OrderReconciliationQueue followUps;
  private final Duration hold;
  private final InstantSource clock;

  /**
   * An order, and what a buyer is to be told of it; empty if nothing.
   *
   * @param order as it is stored then
   */
  public record Result(ShopOrder order, String problem) {}

  /**
   * @param hold how long an unpaid order holds its stock
   */
  Checkout(
      ShopOrders orders,
      StockClient stock,
      PaymentClient payments,
      OrderReconciliationQueue followUps,
      Duration hold,
      InstantSource clock) {
    this.orders = orders;
    this.stock = stock;
    this.payments = payments;
    this.followUps = followUps;
    this.hold = hold;
    this.clock = clock;
  }

  /**
   * Makes an order, if its goods are there at their prices; under the same key the same one.
   *
   * @param key of 128 random bits or more
   */
  public Result place(Origin origin, String key, ShopOrder.Goods goods, ShopOrder.Buyer buyer) {
    try {
      return placed(origin, orders.add(key, goods, buyer, clock.instant().plus(hold)));
    } catch (DuplicateKeyException known) {
      return ofKey(origin, key).orElseThrow();
    }
  }

  /** The order of a key, if there is one; what was left half done of making it is done now. */
  public Optional<Result> ofKey(Origin origin, String key) {
    return orders
        .ofKey(key)
        .map(order -> order.isUnfinished() ? placed(origin, order) : new Result(order, ""));
  }

  private Result placed(Origin origin, ShopOrder order) {
    StockHeld held = stock.hold(origin, order);
    String problem =
        held.shortages().isEmpty()
            ? priceIncreaseMessage(order, held.prices())
            : shortage(order, held);
    if (!problem.isEmpty()) {
      cancel(origin, order, State.CANCELLED);
      return new Result(found(order), problem);
    }
    String page = origin.base() + "/storefront/orders/" + order.id();
    Optional<ShopOrder.Payment> payment;
    try {
      payment = payments.checkout(origin, order, page);
    } catch (ApiException failed) {
      cancel(origin, order, State.CANCELLED);
      throw failed;
    }
    ShopOrder next =
        payment.map(order::with).orElseGet(() -> order.in(State.PLACED, clock.instant()));
    return new Result(
        applyTransition(origin, orders.change(next).orElseGet(() -> found(order))), "");
  }

  private ShopOrder found(ShopOrder order) {
    return orders.find(order.id()).orElseThrow();
  }

  private static String shortage(ShopOrder order, StockHeld held) {
    return held.shortages().stream()
        .map(each -> title(order, each) + (each.left() == 0 ? " is sold out" : left(each)))
        .collect(Collectors.joining("; "));
  }

  private static String title(ShopOrder order, StockShortage shortage) {
    return order.goods().lines().stream()
        .filter(line ->
            line.product().equals(shortage.product()) && line.label().equals(shortage.label()))
        .map(line -> line.title() + ", " + line.label())
        .findFirst()
        .orElse("Something");
  }

  private static String left(StockShortage shortage) {
    return ": only " + shortage.left() + " left";
  }

  /** The objection to prices that are not the catalogue's any more. */
  private static String priceIncreaseMessage(ShopOrder order, Map<String, BigDecimal> prices) {
    boolean same =
        order.goods().lines().stream()
            .allMatch(line -> isPrice(line.price(), prices.get(line.product())));
    return same ? "" : "A price has changed. Please review your cart";
  }

  private static boolean isPrice(Money price, BigDecimal now) {
    return now != null && price.amount().compareTo(now) == 0;
  }

  /** Ends an order that is not paid; who has changed it meanwhile knows better. */
  private void cancel(Origin origin, ShopOrder order, State state) {
    orders
        .change(order.in(state, clock.instant()))
        .ifPresent(ended -> applyTransition(origin, ended));
  }

  /** Calls an order off, unless it is paid or being paid. */
  public Result cancel(Origin origin, ShopOrder order) {
    if (order.state() == State.OPEN) {
      cancel(origin, order, State.CANCELLED);
    }
    return new Result(found(order), "");
  }

  /** Decides on an order that is the owner's to see to; empty if it is not. */
  public Optional<ShopOrder> decide(Origin origin, ShopOrder order, State state) {
    return order.state().isOwners()
        ? orders.change(order.in(state, clock.instant())).map(each -> applyTransition(origin, each))
        : Optional.empty();
  }

  /**
   * Pays an order that its buyer has approved; one whose time is over only if its goods are left.
   * Whoever asks while it is being paid has the same capture made, which is made once: after a
   * reply that was lost nobody knows whether anybody else is at it.
   */
  public Result pay(Origin origin, ShopOrder order) {
    if (order.isUnfinished()) {
      return placed(origin, order);
    }
    if (!order.isPayable()) {
      return new Result(order, "");
    }
    int attempt = order.standing().attempt() + (order.state().isOver() ? 1 : 0);
    ShopOrder mine =
        orders
            .change(order.attempted(State.PAYING, attempt, clock.instant().plus(MAX_CAPTURE)))
            .orElseGet(() -> found(order));
    return mine.state() == State.PAYING ? paid(origin, mine) : new Result(mine, "");
  }

  private Result paid(Origin origin, ShopOrder mine) {
    StockHeld held = stock.hold(origin, mine);
    if (!held.shortages().isEmpty()) {
      cancel(origin, mine, State.EXPIRED);
      return new Result(found(mine), shortage(mine, held) + ". You have not been charged");
    }
    return captured(origin, mine);
  }

  private Result captured(Origin origin, ShopOrder mine) {
    Instant now = clock.instant();
    return switch (payments.capture(origin, mine)) {
      case PAID -> stored(origin, mine.in(State.PAID, now), "");
      case PENDING -> stored(origin, mine.in(State.PENDING, now), "");
      case NOT_YET ->
          stored(
              origin,
              mine.in(State.OPEN, now.plus(hold)),
              "The payment was not approved. Try again or use another payment method");
      case GONE ->
          stored(
              origin,
              mine.in(State.EXPIRED, now),
              "The payment has expired. Please place a new order. You have not been charged");
      case UNKNOWN ->
          stored(
              origin,
              undecided(mine),
              "The payment is not confirmed yet. You will be charged at most once");
    };
  }

  /** Stores what became of a capture: that it was made counts, whatever else happened. */
  private Result stored(Origin origin, ShopOrder order, String problem) {
    State state = order.state();
    boolean made = state == State.PAID || state == State.PENDING;
    Optional<ShopOrder> stored = orders.change(order);
    ShopOrder known = stored.orElseGet(() -> found(order));
    while (made && stored.isEmpty() && known.state() != State.PAID && known.state() != state) {
      stored = orders.change(known.in(state, clock.instant()));
      known = stored.orElseGet(() -> found(order));
    }
    return new Result(applyTransition(origin, known), problem);
  }

  /** An order to be looked at later, or by its owner where that was done for long. */
  private ShopOrder undecided(ShopOrder order) {
    Instant now = clock.instant();
    int looks = order.standing().looks();
    return looks < MAX_LOOKS
        ? order.lookedInVain(now.plus(UNKNOWN.after(looks)))
        : order.in(State.UNRESOLVED, now);
  }

  private ShopOrder applyTransition(Origin origin, ShopOrder order) {
    return followUps.applied(origin, order);
  }

  /** Looks after orders that are due; blocks. */
  void reconcile() {
    int looked = BATCH;
    for (int batch = 0; batch < MAX_BATCHES && looked == BATCH; batch++) {
      looked = reconcileBatch();
    }
  }

  private int reconcileBatch() {
    List<ShopOrder> due = orders.due(BATCH);
    for (ShopOrder order : due) {
      Origin origin = Origin.ownTask("order-" + order.reference(), "storefront");
      try {
        reconcile(origin, order);
      } catch (RuntimeException failed) {
        // Whatever it is, it must not keep the others waiting.
        LOG.warn("order {} is looked after later: {}", order.reference(), failed.toString());
        followUps.later(order);
      }
    }
    return due.size();
  }

  private void reconcile(Origin origin, ShopOrder order) {
    switch (order.state()) {
      case OPEN -> cancel(origin, order, State.EXPIRED);
      case PAYING ->
          orders
              .change(order.in(State.PAYING, clock.instant().plus(MAX_CAPTURE)))
              .ifPresent(mine -> paid(origin, mine));
      case PENDING -> resolvePending(origin, order);
      default -> applyTransition(origin, order);
    }
  }

  /** Asks what has become of it; a payment that was refused at last ends the order. */
  private void resolvePending(Origin origin, ShopOrder order) {
    switch (payments.capture(origin, order)) {
      case PAID -> stored(origin, order.in(State.PAID, clock.instant()), "");
      case NOT_YET, GONE -> stored(origin, order.in(State.CANCELLED, clock.instant()), "");
      case PENDING, UNKNOWN -> stored(origin, undecided(order), "");
    }
  }

  /** Forgets orders of which nothing came; blocks. */
  void deleteExpired() {
    orders.deleteExpired(clock.instant().minus(OVER_KEPT));
  }
}
