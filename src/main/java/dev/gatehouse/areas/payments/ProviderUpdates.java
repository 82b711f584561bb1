package dev.gatehouse.areas.payments;

import dev.gatehouse.area.Backoff;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Payment;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.formats.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Computes an order's state from the provider's reply. The captures decide, not the order's own
 * status: an order is paid when all its captures are. A paid order remains paid, even if an older
 * reply arrives later.
 */
final class ProviderUpdates {
  private static final Set<String> TAKEN = Set.of("COMPLETED", "PARTIALLY_REFUNDED");
  private static final Set<String> FAILED = Set.of("DECLINED", "FAILED");

  /** Statuses of an order without captures. */
  private static final Set<String> UNCAPTURED =
      Set.of("CREATED", "SAVED", "PAYER_ACTION_REQUIRED", "APPROVED");

  private static final Duration MAX_PAUSE = Duration.ofHours(12);
  private static final Backoff CAPTURING = new Backoff(Duration.ofSeconds(30), MAX_PAUSE);
  private static final Backoff PENDING = new Backoff(Duration.ofMinutes(10), MAX_PAUSE);
  private static final Backoff SILENT = new Backoff(Duration.ofMinutes(1), MAX_PAUSE);

  /** After these checks, a quarter of an hour, a capture that does not exist was not made. */
  private static final int MAX_LOOKS = 5;

  /** Number of checks in about a month. */
  private static final int MAX_PENDING_LOOKS = 70;

  private static final Set<OrderState> UNDECIDED = Set.of(OrderState.CAPTURING, OrderState.PENDING);
  private static final String GIVEN_UP =
      "the outcome is unknown after one month, and the payment is no longer polled";

  private ProviderUpdates() {}

  /** Returns whether a capture was made, with any result. An order has only one. */
  static boolean isSettled(PayPalOrder told) {
    return state(told).isPresent() && !isDoubtful(told);
  }

  /** Returns whether an order has captured money although its own status says that it has none. */
  static boolean isDoubtful(PayPalOrder told) {
    return UNCAPTURED.contains(told.status())
        && state(told).filter(OrderState::isCaptured).isPresent();
  }

  /** Returns whether a capture's reply is complete. Otherwise the order must be read. */
  static boolean isWhole(PayPalOrder told) {
    boolean amounts =
        told.captures().stream()
            .filter(capture -> TAKEN.contains("" + capture.status()))
            .allMatch(capture -> money(capture) != null);
    return !told.captures().isEmpty() && amounts && !isDoubtful(told);
  }

  /** Returns the state by its captures; empty if there are none. */
  static Optional<OrderState> state(PayPalOrder told) {
    List<String> captures = told.captures().stream().map(capture -> "" + capture.status()).toList();
    if (captures.isEmpty()) {
      return "COMPLETED".equals(told.status()) && !"AUTHORIZE".equals(told.intent())
          ? Optional.of(OrderState.PENDING)
          : Optional.empty();
    }
    if (captures.stream().anyMatch(FAILED::contains)) {
      return Optional.of(OrderState.DECLINED);
    }
    if (captures.stream().allMatch("REFUNDED"::equals)) {
      return Optional.of(OrderState.REFUNDED);
    }
    boolean all =
        captures.stream().allMatch(status -> TAKEN.contains(status) || status.equals("REFUNDED"));
    return Optional.of(all ? OrderState.PAID : OrderState.PENDING);
  }

  /** Returns the order updated by the provider's reply. */
  static PaymentOrder told(PaymentOrder known, PayPalOrder told, Instant now) {
    OrderState state = after(known, told);
    return isOlder(known.state(), state)
        ? next(known, known.state(), known.standing().status(), known.payment(), now)
        : next(known, state, told.status(), payment(known.payment(), told, state, now), now);
  }

  /**
   * Returns whether a reply is older than the known state. A pending payment may still be declined.
   */
  private static boolean isOlder(OrderState known, OrderState told) {
    boolean declined = known == OrderState.PENDING && told == OrderState.DECLINED;
    return known.isCaptured() && !told.isCaptured() && !declined;
  }

  private static PaymentOrder next(
      PaymentOrder known, OrderState state, String status, Payment payment, Instant now) {
    Instant look = look(known, state, now);
    boolean givenUp = look == null && UNDECIDED.contains(state);
    Optional<String> problem =
        givenUp
            ? Optional.of(GIVEN_UP)
            : Discrepancy.between(known.terms().total(), payment.captures(), state);
    return known.told(state, status, payment.with(problem, now), look);
  }

  /** Returns the order after another check without a result. */
  static PaymentOrder unanswered(PaymentOrder known, Instant now) {
    int looks = known.agenda().looks();
    boolean givenUp = looks >= MAX_PENDING_LOOKS;
    Payment payment = known.payment();
    return known.withFailedLookup(
        givenUp && UNDECIDED.contains(known.state())
            ? payment.with(Optional.of(GIVEN_UP), now)
            : payment,
        givenUp ? null : now.plus(SILENT.after(looks)));
  }

  /** Returns the order after the provider has reported that it does not exist. */
  static PaymentOrder unknown(PaymentOrder known) {
    return known.state().isCaptured()
        ? known.in(known.state(), null)
        : known.in(OrderState.EXPIRED, null);
  }

  private static OrderState after(PaymentOrder known, PayPalOrder told) {
    if (isDoubtful(told)) {
      return OrderState.CAPTURING;
    }
    Optional<OrderState> captured = state(told);
    if (captured.isPresent()) {
      return known.state() == OrderState.REFUNDED ? OrderState.REFUNDED : captured.get();
    }
    if ("VOIDED".equals(told.status())) {
      return OrderState.VOIDED;
    }
    boolean mayCome = known.state() == OrderState.CAPTURING && known.agenda().looks() < MAX_LOOKS;
    return mayCome ? OrderState.CAPTURING : OrderState.OPEN;
  }

  private static Payment payment(Payment before, PayPalOrder told, OrderState state, Instant now) {
    List<PaymentOrder.Capture> captures =
        told.captures().stream().map(ProviderUpdates::capture).toList();
    boolean nowPaid = before.paidAt() == null && state == OrderState.PAID;
    String email = told.payer() == null ? null : told.payer().email();
    return new Payment(
        captures.isEmpty() ? before.captureId() : captures.getFirst().id(),
        captures.isEmpty() ? before.captures() : captures,
        email == null ? before.payer() : email,
        nowPaid ? now : before.paidAt(),
        before.problem(),
        before.problemAt());
  }

  private static PaymentOrder.Capture capture(PayPalOrder.Capture capture) {
    return new PaymentOrder.Capture(capture.id(), capture.status(), money(capture));
  }

  /** Returns null for an invalid amount, which must not hide that a payment was made. */
  private static Money money(PayPalOrder.Capture capture) {
    try {
      return capture.amount() == null ? null : capture.amount().money();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Instant look(PaymentOrder known, OrderState state, Instant now) {
    int looks = state == known.state() ? known.agenda().looks() : 0;
    return switch (state) {
      case CAPTURING -> looks < MAX_PENDING_LOOKS ? now.plus(CAPTURING.after(looks)) : null;
      case PENDING -> looks < MAX_PENDING_LOOKS ? now.plus(PENDING.after(looks)) : null;
      case OPEN, DECLINED -> lastLook(known, now);
      default -> null;
    };
  }

  /** Returns the time of a last check, when the order can no longer be paid. */
  static Instant lastLook(PaymentOrder known, Instant now) {
    Instant last = known.terms().createdAt().plus(CreateOperation.LIFETIME);
    return last.isAfter(now) ? last : null;
  }
}
