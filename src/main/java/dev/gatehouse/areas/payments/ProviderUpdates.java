package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.area.Backoff;
import dev.gatehouse.areas.payments.orders.OrderState;
import dev.gatehouse.areas.payments.orders.PaymentOrder;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Capture;
import dev.gatehouse.areas.payments.orders.PaymentOrder.Payment;
import dev.gatehouse.areas.payments.paypal.PayPalOrder;
import dev.gatehouse.formats.Money;

/**
 * Computes an order's state from the provider's reply. The captures decide, not the order's own
 * status: an order is paid when all its captures are. A paid order remains paid, even if an older
 * reply arrives later.
 */
final class ProviderUpdates {

  private static final Duration MAX_PAUSE = Duration.ofHours(12);
  private static final Backoff CAPTURING = new Backoff(Duration.ofSeconds(30), MAX_PAUSE);
  private static final Backoff PENDING = new Backoff(Duration.ofMinutes(10), MAX_PAUSE);
  private static final Backoff SILENT = new Backoff(Duration.ofMinutes(1), MAX_PAUSE);

  /** After these checks, a quarter of an hour, a capture that does not exist was not made. */
  private static final int MAX_LOOKS = 5;

  /** Number of checks in about a month. */
  private static final int MAX_PENDING_LOOKS = 70;

  /** Number of checks in about two days after a dispute has ended. */
  private static final int MAX_RESOLVED_LOOKS = 10;

  /** States that no older reply replaces. */
  private static final Set<OrderState> FINAL = Set.of(OrderState.REFUNDED, OrderState.CHARGED_BACK);

  private static final Set<OrderState> UNDECIDED = Set.of(OrderState.CAPTURING, OrderState.PENDING);
  private static final String LOST =
      "the provider does not know this order, although it may have been captured: check whether the"
          + " account (client ID) has changed";
  private static final String PARTIAL = "one part was captured and another was declined";
  private static final String CHARGED_BACK = "the payment was reversed by a chargeback";
  private static final String DISPUTED = "the payer has opened a dispute";
  private static final String GIVEN_UP =
      "the outcome is unknown after one month, and the payment is no longer polled";

  private ProviderUpdates() {}

  /** Returns the order updated by the provider's reply. */
  static PaymentOrder reported(PaymentOrder known, PayPalOrder reported, Instant now) {
    OrderState state = after(known, reported);
    if (isOlder(known.state(), state)) {
      PaymentOrder.Standing standing = known.standing();
      return next(
          known, known.state(), standing.status(), known.payment(), standing.refunds(), now);
    }
    return next(
        known,
        state,
        reported.status(),
        payment(known.payment(), reported, state, now),
        refunds(known, reported),
        now);
  }

  /**
   * Returns the latest order after the reply of a capture. If another caller has stored an outcome
   * meanwhile, the reply may be older, so the order is read again.
   *
   * @param mine the order that the capture began with
   */
  static PaymentOrder captured(
      PaymentOrder mine, PaymentOrder known, PayPalOrder reported, Instant now) {
    if (known.version() != mine.version() && known.state().isCaptured()) {
      return known.lookedAtFrom(now);
    }
    return reported(known, reported, now);
  }

  /**
   * Returns whether a reply is older than the known state. A pending payment may still be declined.
   */
  private static boolean isOlder(OrderState known, OrderState reported) {
    boolean declined = known == OrderState.PENDING && reported == OrderState.DECLINED;
    return known.isCaptured() && !reported.isCaptured() && !declined;
  }

  private static PaymentOrder next(
      PaymentOrder known,
      OrderState state,
      String status,
      Payment payment,
      List<PaymentOrder.Refund> refunds,
      Instant now) {
    Instant look = look(known, state, now);
    Optional<String> problem;
    if (look == null && UNDECIDED.contains(state)) {
      problem = Optional.of(GIVEN_UP);
    } else {
      problem = problem(known, payment.captures(), state);
    }
    return known.reported(state, status, refunds, payment.with(problem, now), look);
  }

  private static Optional<String> problem(
      PaymentOrder known, List<PaymentOrder.Capture> captures, OrderState state) {
    if (state == OrderState.CHARGED_BACK) {
      return Optional.of(CHARGED_BACK);
    }
    if (state == OrderState.UNRESOLVED) {
      return Optional.of(PARTIAL);
    }
    Optional<String> difference = Discrepancy.between(known.terms().total(), captures, state);
    if (difference.isEmpty() && PaymentOrder.DISPUTED.equals(known.standing().error())) {
      return Optional.of(DISPUTED);
    }
    return difference;
  }

  /** Returns the provider's refunds, and those that were requested and are not shown yet. */
  private static List<PaymentOrder.Refund> refunds(PaymentOrder known, PayPalOrder reported) {
    List<PaymentOrder.Refund> refunds = new ArrayList<>();
    reported.refunds().stream()
        .map(refund ->
            new PaymentOrder.Refund(
                refund.customId(), refund.status(), CaptureStates.money(refund.amount())))
        .forEach(refunds::add);
    known.standing().refunds().stream()
        .filter(refund -> refund.request() != null)
        .filter(
            refund -> refunds.stream().noneMatch(shown -> refund.request().equals(shown.request())))
        .forEach(refunds::add);
    return refunds;
  }

  /** Returns the order after another check without a result. */
  static PaymentOrder unanswered(PaymentOrder known, Instant now) {
    Instant next = look(SILENT, known.agenda().looks(), MAX_PENDING_LOOKS, now);
    Payment payment = known.payment();
    if (next == null && UNDECIDED.contains(known.state())) {
      payment = payment.with(Optional.of(GIVEN_UP), now);
    }
    return known.withFailedLookup(payment, next);
  }

  /** Returns the order after the provider has reported that it does not exist. */
  static PaymentOrder unknown(PaymentOrder known, Instant now) {
    if (known.state() == OrderState.CAPTURING) {
      // The provider deletes no captured order, but another account does not see it.
      return known.lost(known.payment().with(Optional.of(LOST), now));
    }
    if (known.state().isCaptured()) {
      return known.in(known.state(), null);
    }
    return known.in(OrderState.EXPIRED, null);
  }

  private static OrderState after(PaymentOrder known, PayPalOrder reported) {
    if (CaptureStates.isDoubtful(reported)) {
      return OrderState.CAPTURING;
    }
    Optional<OrderState> captured = CaptureStates.state(reported);
    if (captured.isPresent()) {
      boolean older =
          FINAL.contains(known.state()) && !FINAL.contains(captured.get()) && !known.mayComeBack();
      if (older) {
        return known.state();
      }
      return captured.get();
    }
    if ("VOIDED".equals(reported.status())) {
      return OrderState.VOIDED;
    }
    if (known.state() == OrderState.CAPTURING && known.agenda().looks() < MAX_LOOKS) {
      return OrderState.CAPTURING;
    }
    return OrderState.OPEN;
  }

  private static Payment payment(
      Payment before, PayPalOrder reported, OrderState state, Instant now) {
    String id = before.captureId();
    List<PaymentOrder.Capture> captures = before.captures();
    if (!reported.captures().isEmpty()) {
      captures = reported.captures().stream().map(ProviderUpdates::capture).toList();
      id = captures.getFirst().id();
    }
    String email =
        Optional.ofNullable(reported.payer()).map(PayPalOrder.Payer::email).orElse(before.payer());
    Instant paidAt = before.paidAt();
    if (paidAt == null && state == OrderState.PAID) {
      paidAt = now;
    }
    return new Payment(id, captures, email, paidAt, before.problem(), before.problemAt());
  }

  private static PaymentOrder.Capture capture(PayPalOrder.Capture capture) {
    return new PaymentOrder.Capture(
        capture.id(), capture.status(), CaptureStates.money(capture.amount()));
  }

  private static Instant look(PaymentOrder known, OrderState state, Instant now) {
    int looks = state == known.state() ? known.agenda().looks() : 0;
    return switch (state) {
      case CAPTURING -> look(CAPTURING, looks, MAX_PENDING_LOOKS, now);
      case PENDING -> look(PENDING, looks, MAX_PENDING_LOOKS, now);
      case OPEN, DECLINED -> lastLook(known, now);
      // The end of a dispute may have been reported before its chargeback was read.
      case CHARGED_BACK ->
          known.isResolved() ? look(PENDING, looks, MAX_RESOLVED_LOOKS, now) : null;
      default -> null;
    };
  }

  /** Returns the time of the next check; null after the last one. */
  private static Instant look(Backoff pauses, int looks, int max, Instant now) {
    if (looks >= max) {
      return null;
    }
    return now.plus(pauses.after(looks));
  }

  /** Returns the time of a last check, when the order can no longer be paid. */
  static Instant lastLook(PaymentOrder known, Instant now) {
    Instant last = known.terms().createdAt().plus(CreateOperation.LIFETIME);
    return last.isAfter(now) ? last : null;
  }

  /** Difference between the ordered and the captured amounts, as text for the owner. */
  static final class Discrepancy {
    /**
     * Returns the difference.
     *
     * @param captures from the provider; a missing amount counts as a difference
     * @return empty without a difference, or if nothing is captured
     */
    static Optional<String> between(Money ordered, List<Capture> captures, OrderState state) {
      List<Money> amounts = captures.stream().map(Capture::money).filter(Objects::nonNull).toList();
      if (!state.isCaptured() || captures.isEmpty()) {
        return Optional.empty();
      }
      if (amounts.size() < captures.size()) {
        return Optional.of("ordered " + ordered + ", and the provider returns no captured amount");
      }
      boolean one = amounts.stream().allMatch(each -> each.currency().equals(ordered.currency()));
      if (one && amounts.stream().reduce(Money::plus).equals(Optional.of(ordered))) {
        return Optional.empty();
      }
      String captured = amounts.stream().map(Money::toString).collect(Collectors.joining(" and "));
      return Optional.of("ordered " + ordered + ", captured " + captured);
    }
  }
}
