package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrderRepository;
import dev.gatehouse.areas.payments.paypal.OrderProvider;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.areas.payments.paypal.RefusedException;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Money;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One capture by the caller that owns the order. If its outcome is unknown, the order is read. If
 * the order is not captured, the same request is repeated once under its id, so that the provider
 * recognizes it. An outcome that is still unknown is left to the next caller and to {@link
 * Reconciliation}.
 */
record CaptureWork(
    PaymentOrderRepository orders, OrderProvider provider, Pause pause, InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(CaptureWork.class);
  private static final int MAX_TRIES = 2;
  private static final Duration UNDER_WAY = Duration.ofSeconds(2);
  private static final Duration FIRST_LOOK = Duration.ofSeconds(30);

  /**
   * No attempt begins after this time, because the read that follows must end within the request's
   * time.
   */
  private static final Duration TRYING = Duration.ofSeconds(15);

  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int RETRY_SECONDS = 5;

  /** Error codes of the provider for a payer who cannot pay, at least in this way. */
  private static final Set<String> DECLINES =
      Set.of(
          "INSTRUMENT_DECLINED",
          "PAYER_CANNOT_PAY",
          "PAYER_ACCOUNT_RESTRICTED",
          "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
          "TRANSACTION_REFUSED",
          "TRANSACTION_BLOCKED_BY_PAYEE",
          "CARD_EXPIRED",
          "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
          "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED");

  /**
   * Captures an order, or finds that it is captured.
   *
   * @param mine the stored order, owned by this caller
   * @param tried whether an earlier attempt has an unknown outcome
   * @param amountsChecked whether to read the amount again before the capture, because a payer's
   *     page can change it with the provider's script
   * @return the stored order, captured
   * @throws ApiException if it is not captured: 402 declined, 404 expired, 409 not capturable in
   *     its state, 502, 503
   */
  PaymentOrder capture(PaymentOrder mine, boolean tried, boolean amountsChecked) {
    PayPalOrder captured;
    try {
      captured = captured(mine, tried || amountsChecked);
    } catch (RefusedException refused) {
      throw refused(mine, tried, refused);
    } catch (ApiException failed) {
      throw failed(mine, tried, failed);
    }
    return recorded(mine, captured);
  }

  private PayPalOrder captured(PaymentOrder mine, boolean readFirst) throws RefusedException {
    if (readFirst) {
      PayPalOrder before = provider.read(mine.order()).orElseThrow(RefusedException::unknownOrder);
      if (CaptureStates.isSettled(before)) {
        return before;
      }
      requireKnownOutcome(before);
      mustBeAsAgreed(mine, before);
    }
    Instant lastTry = clock.instant().plus(TRYING);
    for (int tries = 1; ; tries++) {
      Optional<PayPalOrder> captured = tries == 1 ? tried(mine) : triedAgain(mine);
      if (captured.isPresent()) {
        return confirmed(mine, captured.get());
      }
      if (tries == MAX_TRIES || clock.instant().isAfter(lastTry)) {
        throw unknown("the provider shows no capture yet");
      }
    }
  }

  /**
   * Makes one attempt.
   *
   * @return empty if it is not captured, but still may be a little later
   */
  private Optional<PayPalOrder> tried(PaymentOrder mine) throws RefusedException {
    // A caller that was paused for so long has lost the order to another one.
    if (!mine.isBusy(clock.instant())) {
      throw unknown("the time for this capture is over");
    }
    try {
      return Optional.of(provider.capture(mine.order(), mine.captureRequest()));
    } catch (RefusedException refused) {
      return afterRefusal(mine, refused);
    } catch (ApiException failed) {
      if (!failed.failure().unsettled()) {
        throw failed;
      }
      LOG.warn("capture has an unknown outcome: {}", failed.failure().detail());
      return unsettledRead(mine).filter(CaptureStates::isSettled);
    }
  }

  /** Makes another attempt. Its failure does not tell the outcome of the first one. */
  private Optional<PayPalOrder> triedAgain(PaymentOrder mine) throws RefusedException {
    try {
      return tried(mine);
    } catch (ApiException failed) {
      if (failed.failure().unsettled()) {
        throw failed;
      }
      throw unknown(failed.failure().message());
    }
  }

  /** Returns the order if it is captured by now; empty if the same request must be repeated. */
  private Optional<PayPalOrder> afterRefusal(PaymentOrder mine, RefusedException refused)
      throws RefusedException {
    boolean captured = refused.issue().equals("ORDER_ALREADY_CAPTURED");
    boolean underWay =
        refused.issue().equals("ORDER_COMPLETION_IN_PROGRESS")
            || refused.issue().equals("PREVIOUS_REQUEST_IN_PROGRESS")
            || refused.status() == CONFLICT;
    if (!captured && !underWay) {
      throw refused;
    }
    if (underWay) {
      pause.of(UNDER_WAY);
    }
    return unsettledRead(mine).filter(order -> captured || CaptureStates.isSettled(order));
  }

  /** Reads an order whose capture has an unknown outcome. A failed read leaves it unknown. */
  private Optional<PayPalOrder> unsettledRead(PaymentOrder mine) {
    try {
      return provider.read(mine.order());
    } catch (ApiException failed) {
      throw unknown(failed.failure().detail());
    }
  }

  /** Reads the order if the capture's reply contradicts it or has no amount. */
  private PayPalOrder confirmed(PaymentOrder mine, PayPalOrder reported) {
    if (CaptureStates.isWhole(reported)) {
      return reported;
    }
    PayPalOrder again = unsettledRead(mine).orElse(reported);
    requireKnownOutcome(again);
    return again;
  }

  private static void requireKnownOutcome(PayPalOrder reported) {
    if (CaptureStates.isDoubtful(reported)) {
      throw unknown("the order has a capture, but its status is " + reported.status());
    }
  }

  private static ApiException unknown(String why) {
    return ApiError.unknown("unknown outcome: the order may have been paid")
        .because(why)
        .exception();
  }

  private static void mustBeAsAgreed(PaymentOrder mine, PayPalOrder reported) {
    Optional<Money> total = CaptureStates.total(reported);
    if (!total.equals(Optional.of(mine.terms().total()))) {
      throw ApiError.of(
              ErrorCode.AMOUNT_CHANGED, "the amount of this order was changed: create a new order")
          .because("agreed " + mine.terms().total() + ", found " + total)
          .exception();
    }
  }

  private PaymentOrder recorded(PaymentOrder mine, PayPalOrder reported) {
    Instant now = clock.instant();
    PaymentOrder stored =
        orders.change(mine, known -> ProviderUpdates.captured(mine, known, reported, now));
    return switch (stored.state()) {
      case PENDING, PAID, REFUNDED, CHARGED_BACK -> stored;
      case UNRESOLVED -> throw partial();
      case DECLINED -> throw declined("DECLINED");
      default ->
          throw failed(
              stored,
              true,
              unknown("the order is captured, but its status is " + reported.status()));
    };
  }

  /** Returns the failure of an order of which only a part is captured. */
  static ApiException partial() {
    return ApiException.of(
        ErrorCode.PAYMENT_UNRESOLVED,
        "only a part of the amount was captured: the shop's owner decides, do not pay again");
  }

  private PaymentOrder refused(PaymentOrder known, OrderState state, String issue) {
    if (known.state().isCaptured()) {
      return known;
    }
    return known.refused(state, issue, ProviderUpdates.lastLook(known, clock.instant()));
  }

  private static ApiException declined(String issue) {
    return ApiException.of(
        ErrorCode.PAYMENT_DECLINED, issue + ": the payment was declined, pay by another method");
  }

  private ApiException refused(PaymentOrder mine, boolean tried, RefusedException refused) {
    String issue = refused.issue();
    if (DECLINES.contains(issue)) {
      change(mine, known -> refused(known, OrderState.DECLINED, issue));
      return declined(issue);
    }
    boolean gone = refused.status() == NOT_FOUND;
    if (gone && tried) {
      change(mine, known -> ProviderUpdates.unknown(known, clock.instant()));
      return unknown("the provider does not know the order, which may have been captured");
    }
    OrderState state = gone ? OrderState.EXPIRED : OrderState.OPEN;
    change(mine, known -> refused(known, state, issue));
    if (gone) {
      return ApiError.of(ErrorCode.ORDER_NOT_FOUND, "order not found").exception(refused);
    }
    return ApiError.of(code(refused), issue + ": " + meaning(refused)).exception(refused);
  }

  private static ErrorCode code(RefusedException refused) {
    return switch (refused.issue()) {
      case "ORDER_NOT_APPROVED" -> ErrorCode.ORDER_NOT_APPROVED;
      case "PAYER_ACTION_REQUIRED" -> ErrorCode.PAYER_ACTION_REQUIRED;
      default -> ErrorCode.ORDER_NOT_CAPTURABLE;
    };
  }

  private static String meaning(RefusedException refused) {
    return switch (refused.issue()) {
      case "ORDER_NOT_APPROVED" -> "the payer has not approved this order yet";
      case "PAYER_ACTION_REQUIRED" -> "the payer must continue at " + refused.payerAction();
      default -> "the payment provider does not capture this order";
    };
  }

  /**
   * Stores an outcome without a capture, unless another caller has taken over meanwhile, whose
   * capture may be running.
   */
  private void change(PaymentOrder mine, UnaryOperator<PaymentOrder> outcome) {
    orders.change(mine, known -> known.isCaptureOf(mine) ? outcome.apply(known) : known);
  }

  /**
   * Stores a failure. A capture that was not made leaves the order unchanged. After an unknown
   * outcome, the order is checked again soon.
   */
  private ApiException failed(PaymentOrder mine, boolean tried, ApiException failed) {
    Instant now = clock.instant();
    // A changed amount is found by a read that shows no capture.
    boolean uncaptured = failed.failure().code() == ErrorCode.AMOUNT_CHANGED;
    boolean unknown = (tried && !uncaptured) || failed.failure().unsettled();
    change(
        mine,
        known -> {
          if (known.state().isCaptured()) {
            return known;
          }
          if (unknown) {
            return known.in(OrderState.CAPTURING, now.plus(FIRST_LOOK));
          }
          return known.in(OrderState.OPEN, ProviderUpdates.lastLook(known, now));
        });
    if (failed.failure().unsettled()) {
      return ApiError.busy(
              ErrorCode.CAPTURE_IN_PROGRESS,
              "the outcome is not known yet: capture again, the order is paid at most once",
              RETRY_SECONDS)
          .because(failed.failure().detail())
          .exception(failed);
    }
    return failed;
  }
}
