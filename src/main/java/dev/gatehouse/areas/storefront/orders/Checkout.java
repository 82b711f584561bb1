package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.areas.storefront.orders.OrderTransitions.OrderEvent;
import dev.gatehouse.areas.storefront.orders.PaymentClient.PaymentTruth;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.formats.Money;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.ProductMessages.StockShortage;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.store.DuplicateKeyException;

/**
 * Actions of buyers on their orders. An order is stored before it holds stock. It holds its stock
 * before it is created with the payment provider. A capture attempt is stored before the provider
 * is called. The follow-ups of a state (stock returned or sold, emails) run after the state is
 * stored. If a node dies in between, {@link OrderReconciliation} runs them. All calls to other
 * areas are idempotent.
 */
public record Checkout(
    ShopOrders orders,
    StockClient stock,
    PaymentClient payments,
    OrderChanges changes,
    Pages pages) {
  /** Maximum number of retries of a change that lost to a concurrent change. */
  private static final int MAX_TURNS = 20;

  private static final int SERVER_ERROR = 500;

  /**
   * Order with a message for the buyer; empty for none.
   *
   * @param order as stored
   */
  public record Result(ShopOrder order, String problem) {}

  /**
   * Places an order if its goods are available at their prices. The same key returns the same
   * order. If the payment provider fails, the same key creates the order later.
   *
   * @param key of 128 random bits or more
   */
  public Result place(Origin origin, String key, ShopOrder.Goods goods, ShopOrder.Buyer buyer) {
    try {
      return placed(origin, orders.add(key, goods, buyer, changes.due(State.OPEN)));
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
    String problem = shortage(order, held);
    if (held.shortages().isEmpty()) {
      problem = priceIncreaseMessage(order, held.prices());
    }
    if (!problem.isEmpty() || held.wasReleased()) {
      changes.apply(origin, order, OrderEvent.CANCEL, UnaryOperator.identity());
      return new Result(changes.found(order.id()), problem);
    }
    String page = origin.base() + "/storefront/orders/" + order.id();
    Optional<ShopOrder.Payment> payment;
    try {
      payment = payments.checkout(origin, order, page);
    } catch (ApiException failed) {
      giveBack(origin, order, failed);
      throw failed;
    }
    Optional<ShopOrder> stored;
    if (payment.isPresent()) {
      stored = orders.change(order.with(payment.get()));
    } else {
      stored = changes.apply(origin, order, OrderEvent.NO_PROVIDER, UnaryOperator.identity());
    }
    return new Result(stored.orElseGet(() -> changes.found(order.id())), "");
  }

  /**
   * Returns the stock of an order that the provider did not create. A rejected order is cancelled.
   * After another failure the order remains open until its hold would have ended, and its next
   * attempt holds the stock again.
   */
  private void giveBack(Origin origin, ShopOrder order, ApiException failed) {
    if (failed.failure().status() < SERVER_ERROR) {
      changes.apply(origin, order, OrderEvent.CANCEL, UnaryOperator.identity());
      return;
    }
    int next = order.standing().attempt() + 1;
    orders
        .change(order.attempted(State.OPEN, next, order.standing().due()))
        .ifPresent(left -> stock.release(origin, left, next - 1));
  }

  private String shortage(ShopOrder order, StockHeld held) {
    return held.shortages().stream()
        .map(each -> shortage(order, each))
        .collect(Collectors.joining(". "));
  }

  private String shortage(ShopOrder order, StockShortage shortage) {
    return order.goods().lines().stream()
        .filter(line ->
            line.product().equals(shortage.product()) && line.label().equals(shortage.label()))
        .findFirst()
        .map(line -> line.shortage(pages.site(), shortage.left()))
        .orElseGet(() -> pages.text("cart.problem.item"));
  }

  /** Returns an error message if prices differ from the catalog's. */
  private String priceIncreaseMessage(ShopOrder order, Map<String, BigDecimal> prices) {
    boolean same =
        order.goods().lines().stream()
            .allMatch(line ->
                isPrice(
                    line.price(),
                    prices.getOrDefault(
                        StockHeld.priceKey(line.product(), line.label()),
                        // A node of an earlier release knows one price for all labels.
                        prices.get(line.product()))));
    if (same) {
      return "";
    }
    return pages.text("cart.problem.changed");
  }

  private static boolean isPrice(Money price, BigDecimal now) {
    return now != null && price.amount().compareTo(now) == 0;
  }

  /** Cancels an order, unless it is paid or its payment may be in progress. */
  public Result cancel(Origin origin, ShopOrder order) {
    if (order.state() != State.OPEN) {
      return new Result(order, "");
    }
    PaymentTruth truth = payments.lookAtProvider(origin, order);
    if (truth.event().isEmpty()) {
      return new Result(order, pages.text("order.problem.unknown"));
    }
    if (!truth.isUncaptured()) {
      return new Result(changes.settle(origin, order, truth), "");
    }
    changes.apply(
        origin, OrderChanges.uncaptured(order), OrderEvent.CANCEL, UnaryOperator.identity());
    return new Result(changes.found(order.id()), "");
  }

  /**
   * Captures an order that its buyer has approved. An expired order requires that its goods are
   * still available. Concurrent calls request the same capture, which is made once. They are
   * allowed because after a lost reply it is unknown whether a capture is in progress.
   */
  public Result pay(Origin origin, ShopOrder order) {
    ShopOrder known = order;
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      if (known.isUnfinished()) {
        return placed(origin, known);
      }
      switch (known.state()) {
        case OPEN, PAYING -> {
          Optional<ShopOrder> mine = attempt(origin, known);
          if (mine.isPresent()) {
            return captured(origin, mine.get());
          }
        }
        case EXPIRED -> {
          Optional<Result> soldOut = revived(origin, known);
          if (soldOut.isPresent()) {
            return soldOut.get();
          }
        }
        case PENDING, UNRESOLVED -> {
          PaymentTruth truth = payments.look(origin, known, true);
          return new Result(changes.settle(origin, known, truth), "");
        }
        default -> {
          return new Result(known, "");
        }
      }
      known = changes.found(order.id());
    }
    return new Result(known, "");
  }

  /** Stores a capture attempt. Empty if another caller has changed the order. */
  Optional<ShopOrder> attempt(Origin origin, ShopOrder order) {
    return changes.apply(origin, order, OrderEvent.PAY, each -> each.with(each.payment().tried()));
  }

  /**
   * Opens an expired order again if its goods are available. Returns a result if they are not, and
   * no concurrent request has opened the order meanwhile.
   */
  private Optional<Result> revived(Origin origin, ShopOrder expired) {
    if (expired.payment().paymentOrder() == null) {
      return Optional.of(new Result(expired, ""));
    }
    Optional<ShopOrder> open =
        changes.apply(origin, expired, OrderEvent.REVIVE, UnaryOperator.identity());
    if (open.isEmpty()) {
      return Optional.empty();
    }
    StockHeld held = stock.hold(origin, open.get());
    if (held.shortages().isEmpty()) {
      return Optional.empty();
    }
    changes.apply(origin, open.get(), OrderEvent.EXPIRE, UnaryOperator.identity());
    return Optional.of(changes.found(expired.id()))
        .filter(known -> known.state() == State.EXPIRED)
        .map(known ->
            new Result(
                known, shortage(expired, held) + ". " + pages.text("order.problem.unrequested")));
  }

  /** Captures an order in state PAYING, whose attempt is stored. */
  Result captured(Origin origin, ShopOrder mine) {
    Instant until = mine.standing().due();
    PaymentTruth truth = payments.capture(origin, mine, until);
    if (truth.event().isEmpty()) {
      return new Result(changes.undecided(origin, mine), pages.text("order.problem.unconfirmed"));
    }
    if (!truth.isUncaptured()) {
      return new Result(changes.settle(origin, mine, truth), "");
    }
    OrderEvent event = truth.event().get();
    return changes
        .apply(origin, mine, event, OrderChanges::uncaptured)
        .map(stored -> new Result(stored, problem(stored)))
        .orElseGet(() -> new Result(changes.found(mine.id()), ""));
  }

  /** Returns why an order is not paid; empty if a concurrent request has changed it. */
  private String problem(ShopOrder order) {
    return switch (order.state()) {
      case OPEN -> pages.text("order.problem.unapproved");
      case EXPIRED -> pages.text("order.problem.expired");
      default -> "";
    };
  }
}
