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
 * Lifecycle of an order. An order is stored before it holds stock. It holds its stock before it is
 * created with the payment provider and while it is captured. The follow-ups of a state (stock
 * returned or sold, emails) run after the state is stored. If a node dies in between, {@link
 * #lookAfter} runs them. All calls to other areas are idempotent.
 */
public final class Checkout {
  private static final Logger LOG = LoggerFactory.getLogger(Checkout.class);

  /** Longer than any capture takes. A node that needs more is considered dead. */
  private static final Duration MAX_CAPTURE = Duration.ofSeconds(90);

  private static final Duration MAX_PAUSE = Duration.ofHours(12);
  private static final Backoff UNKNOWN = new Backoff(Duration.ofMinutes(1), MAX_PAUSE);

  /** Number of checks in about a month. After it, the owner must find out the status. */
  private static final int MAX_LOOKS = 70;

  private static final Duration OVER_KEPT = Duration.ofDays(30);
  private static final int BATCH = 50;
  private static final int SERVER_ERROR = 500;

  /** The orders that become due within a minute must be processed within one minute. */
  private static final int MAX_BATCHES = 40;

  private final ShopOrders orders;
  private final StockClient stock;
  private final PaymentClient payments;
  private final OrderReconciliationQueue followUps;
  private final Duration hold;
  private final InstantSource clock;

  /**
   * Order with a message for the buyer; empty for none.
   *
   * @param order as stored
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
   * Places an order if its goods are available at their prices. The same key returns the same
   * order.
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

  /**
   * Returns the order with a key, if any, after completing its creation if that was interrupted.
   */
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
      // After a server error, the same key completes the order. Otherwise the order expires.
      if (failed.failure().status() < SERVER_ERROR) {
        cancel(origin, order, State.CANCELLED);
      }
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

  /** Returns an error message if prices differ from the catalog's. */
  private static String priceIncreaseMessage(ShopOrder order, Map<String, BigDecimal> prices) {
    boolean same =
        order.goods().lines().stream()
            .allMatch(line -> isPrice(line.price(), prices.get(line.product())));
    return same ? "" : "A price has changed. Please review your cart";
  }

  private static boolean isPrice(Money price, BigDecimal now) {
    return now != null && price.amount().compareTo(now) == 0;
  }

  /** Ends an unpaid order, unless it was changed meanwhile. */
  private void cancel(Origin origin, ShopOrder order, State state) {
    orders
        .change(order.in(state, clock.instant()))
        .ifPresent(ended -> applyTransition(origin, ended));
  }

  /** Cancels an order, unless its payment is made or in progress. */
  public Result cancel(Origin origin, ShopOrder order) {
    if (order.state() == State.OPEN) {
      cancel(origin, order, State.CANCELLED);
    }
    return new Result(found(order), "");
  }

  /** Applies the owner's decision on an order; empty if the owner need not decide on it. */
  public Optional<ShopOrder> decide(Origin origin, ShopOrder order, State state) {
    return order.state().isOwners()
        ? orders.change(order.in(state, clock.instant())).map(each -> applyTransition(origin, each))
        : Optional.empty();
  }

  /**
   * Captures an order that its buyer has approved. After its hold has ended, this requires that its
   * goods are still available. Concurrent calls request the same capture, which is made once. They
   * are allowed because after a lost reply it is unknown whether a capture is in progress.
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

  /** Stores the outcome of a capture. A completed capture counts, regardless of other failures. */
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

  /** Returns an order with a later check, or for its owner after too many checks. */
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

  /** Processes orders that are due. Blocks. */
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
        // One failing order must not delay the others.
        LOG.warn(
            "order {}: reconciliation failed, will retry: {}",
            order.reference(),
            failed.toString());
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

  /** Reads the status of a pending payment. A payment that was finally declined ends the order. */
  private void resolvePending(Origin origin, ShopOrder order) {
    switch (payments.capture(origin, order)) {
      case PAID -> stored(origin, order.in(State.PAID, clock.instant()), "");
      case NOT_YET, GONE -> stored(origin, order.in(State.CANCELLED, clock.instant()), "");
      case PENDING, UNKNOWN -> stored(origin, undecided(order), "");
    }
  }

  /** Deletes old canceled and expired orders. Blocks. */
  void deleteExpired() {
    orders.deleteExpired(clock.instant().minus(OVER_KEPT));
  }
}
