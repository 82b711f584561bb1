package dev.gatehouse.payments;

import dev.gatehouse.formats.Money;
import dev.gatehouse.payments.orders.OrderState;
import dev.gatehouse.payments.orders.PaymentOrder;
import dev.gatehouse.payments.orders.PaymentOrder.Payment;
import dev.gatehouse.payments.paypal.PayPalOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The state that an order gets by what the provider tells of it. The money decides, not the order's
 * own status: an order is paid when all its captures are. What is paid is paid: an older word that
 * comes later changes nothing.
 */
final class OrderNews {
  private static final Set<String> TAKEN = Set.of("COMPLETED", "PARTIALLY_REFUNDED");
  private static final Set<String> FAILED = Set.of("DECLINED", "FAILED");
  private static final Duration FIRST_LOOK = Duration.ofSeconds(30);
  private static final Duration FIRST_PENDING_LOOK = Duration.ofMinutes(10);
  private static final Duration MAX_PAUSE = Duration.ofHours(12);
  private static final int MAX_DOUBLINGS = 12;

  /** After a quarter of an hour a capture that is not there was not made. */
  private static final int MAX_LOOKS = 5;

  /** A month of looks. */
  private static final int MAX_PENDING_LOOKS = 70;

  private OrderNews() {}

  /** Returns whether a capture was made, whatever came of it: there is only one. */
  static boolean isSettled(PayPalOrder told) {
    return state(told).isPresent();
  }

  /** The state by what is captured; empty where nothing is. */
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

  /** The order after the provider's word. */
  static PaymentOrder told(PaymentOrder known, PayPalOrder told, Instant now) {
    OrderState state = after(known, told);
    if (known.state().isCaptured() && !state.isCaptured()) {
      return known.in(known.state(), known.agenda().lookAt());
    }
    return known.told(
        state, told.status(), payment(known.payment(), told, state, now), look(known, state, now));
  }

  /** The order after the provider has said that it knows none. */
  static PaymentOrder unknown(PaymentOrder known) {
    return known.state().isCaptured()
        ? known.in(known.state(), null)
        : known.in(OrderState.EXPIRED, null);
  }

  private static OrderState after(PaymentOrder known, PayPalOrder told) {
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
    List<PaymentOrder.Capture> captures = told.captures().stream().map(OrderNews::capture).toList();
    boolean nowPaid = before.paidAt() == null && state == OrderState.PAID;
    String email = told.payer() == null ? null : told.payer().email();
    return new Payment(
        captures.isEmpty() ? before.captureId() : captures.getFirst().id(),
        captures.isEmpty() ? before.captures() : captures,
        email == null ? before.payer() : email,
        nowPaid ? now : before.paidAt());
  }

  private static PaymentOrder.Capture capture(PayPalOrder.Capture capture) {
    return new PaymentOrder.Capture(capture.id(), capture.status(), money(capture));
  }

  /** Null for an amount that is not understood: it must not hide that something was paid. */
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
      case CAPTURING -> now.plus(pause(FIRST_LOOK, looks));
      case PENDING -> looks < MAX_PENDING_LOOKS ? now.plus(pause(FIRST_PENDING_LOOK, looks)) : null;
      case OPEN, DECLINED -> lastLook(known, now);
      default -> null;
    };
  }

  /** Once more when nobody can pay it any longer. */
  static Instant lastLook(PaymentOrder known, Instant now) {
    Instant last = known.terms().createdAt().plus(CreateOperation.LIFETIME);
    return last.isAfter(now) ? last : null;
  }

  /** A pause that doubles, up to half a day. */
  static Duration pause(Duration first, int times) {
    Duration pause = first.multipliedBy(1L << Math.min(times, MAX_DOUBLINGS));
    return pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
  }
}
