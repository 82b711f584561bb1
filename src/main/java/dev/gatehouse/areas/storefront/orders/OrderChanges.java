package dev.gatehouse.areas.storefront.orders;

import module java.base;

import dev.gatehouse.area.Backoff;
import dev.gatehouse.areas.storefront.orders.OrderTransitions.OrderEvent;
import dev.gatehouse.areas.storefront.orders.PaymentClient.PaymentTruth;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;

/**
 * Applies events to orders. A change is stored only if the order still has the version that it was
 * read with, so a caller that was overtaken changes nothing.
 */
record OrderChanges(
    ShopOrders orders, OrderReconciliationQueue followUps, Duration hold, InstantSource clock) {
  /** Longer than any capture takes. A node that needs more is considered dead. */
  static final Duration MAX_CAPTURE = Duration.ofSeconds(90);

  private static final Duration MAX_PAUSE = Duration.ofHours(12);
  private static final Backoff UNKNOWN = new Backoff(Duration.ofMinutes(1), MAX_PAUSE);

  /** Number of checks in about a month. After it, the owner must find out the status. */
  private static final int MAX_LOOKS = 70;

  /** Maximum number of retries of a change that lost to a concurrent change. */
  private static final int MAX_TURNS = 100;

  ShopOrder found(String id) {
    return orders.find(id).orElseThrow();
  }

  /**
   * Applies an event, and the follow-ups of the new state.
   *
   * @param more changes the order together with its state
   * @return the stored order; empty if the event does not change it, or if another caller has
   *     changed it
   */
  Optional<ShopOrder> apply(
      Origin origin, ShopOrder order, OrderEvent event, UnaryOperator<ShopOrder> more) {
    return stored(order, event, more).map(next -> followUps.applied(origin, next));
  }

  private Optional<ShopOrder> stored(
      ShopOrder order, OrderEvent event, UnaryOperator<ShopOrder> more) {
    return OrderTransitions.next(order, event)
        .flatMap(state -> {
          // An order that has ended has given its stock back, and holds it again in a new attempt.
          int attempt = order.standing().attempt();
          if (order.state().isOver() && !state.isOver()) {
            attempt++;
          }
          return orders.change(more.apply(order).attempted(state, attempt, due(state)));
        });
  }

  /** Returns the time of the next check of an order whose state was changed now. */
  Instant due(State state) {
    Instant now = clock.instant();
    return switch (state) {
      case OPEN -> now.plus(hold);
      case PAYING -> now.plus(MAX_CAPTURE);
      default -> now;
    };
  }

  /**
   * Applies what the provider has reported of the money. It counts regardless of other changes, so
   * it is applied to the latest version of the order.
   *
   * @param order as read before the report was made
   * @return the stored order
   * @throws dev.gatehouse.bus.ApiException 503 if another caller has changed the order, and it is
   *     unknown whether from a newer report
   */
  ShopOrder settle(Origin origin, ShopOrder order, PaymentTruth truth) {
    ShopOrder known = order;
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Optional<ShopOrder> stored;
      if (isNews(known, truth)) {
        stored =
            stored(
                    known,
                    truth.event().orElseThrow(),
                    each -> each.with(each.payment().with(ledger(each, truth))))
                .map(next -> followUps.applied(origin, next));
      } else if (isConfirmation(known, truth)) {
        stored =
            orders.change(known.with(known.payment().with(known.payment().ledger().at(truth))));
      } else {
        return known;
      }
      if (stored.isPresent()) {
        return stored.get();
      }
      known = found(order.id());
      mustBeComparable(known, truth);
    }
    return known;
  }

  /**
   * Rejects a report if the order has facts, and either has no version. A node of an earlier
   * release stores facts without the version of their report. The payments area repeats its notice
   * until the order has the newest facts.
   */
  private static void mustBeComparable(ShopOrder order, PaymentTruth truth) {
    Ledger ledger = order.payment().ledger();
    boolean versions = truth.version() > 0 && ledger.report().version() > 0;
    if (ledger.captured() != null && !versions) {
      throw ApiError.busy(
              ErrorCode.WRITE_CONTENTION, "another node has changed this order, try again", 1)
          .exception();
    }
  }

  /**
   * Returns whether the truth is newer and changes nothing. Its version is stored, so that an older
   * report that arrives later changes nothing either.
   */
  private static boolean isConfirmation(ShopOrder order, PaymentTruth truth) {
    Ledger ledger = order.payment().ledger();
    return !truth.isUncaptured()
        && truth.event().isPresent()
        && ledger.captured() != null
        && truth.version() > ledger.report().version();
  }

  private static Ledger ledger(ShopOrder order, PaymentTruth truth) {
    Ledger updated = order.payment().ledger().with(truth);
    if (order.state() == State.CHARGED_BACK && truth.event().get() != OrderEvent.CHARGE_BACK) {
      return updated.returnedToShop();
    }
    return updated;
  }

  /**
   * Returns whether the truth changes an order. An older report does not. Only a newer report ends
   * a chargeback.
   */
  private static boolean isNews(ShopOrder order, PaymentTruth truth) {
    if (truth.isUncaptured() || truth.event().isEmpty()) {
      return false;
    }
    Ledger known = order.payment().ledger();
    boolean charged =
        order.state() == State.CHARGED_BACK && truth.version() <= known.report().version();
    if (known.isNewerThan(truth) || charged) {
      return false;
    }
    boolean partly = truth.event().get() == OrderEvent.REFUND_PARTLY;
    Ledger ledger = order.payment().ledger();
    boolean older =
        partly
            && order.state() == State.PARTLY_REFUNDED
            && ledger.refunded() != null
            && truth.refunded().compareTo(ledger.refunded()) <= 0;
    return !older && OrderTransitions.next(order, truth.event().get()).isPresent();
  }

  /**
   * Stores that a check had no result: the next check is later, or the owner must decide after too
   * many of them.
   */
  ShopOrder undecided(Origin origin, ShopOrder order) {
    int looks = order.standing().looks();
    Optional<ShopOrder> stored;
    if (looks < MAX_LOOKS) {
      stored = orders.change(order.lookedInVain(clock.instant().plus(UNKNOWN.after(looks))));
    } else {
      stored = stored(order, OrderEvent.GIVE_UP, each -> each);
    }
    return stored.map(next -> followUps.applied(origin, next)).orElseGet(() -> found(order.id()));
  }

  /** Returns an order after the provider has reported that nothing is captured. */
  static ShopOrder uncaptured(ShopOrder order) {
    return order.with(order.payment().uncaptured());
  }
}
