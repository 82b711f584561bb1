package dev.gatehouse.areas.payments.orders;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.Money;

/**
 * A payment order, stored as one flat document.
 *
 * @param id this service's id, derived from the Idempotency-Key if the request has one
 * @param version number of changes; a change applies only to the version it was made from
 */
public record PaymentOrder(
    String id,
    long version,
    @JsonUnwrapped Terms terms,
    @JsonUnwrapped Standing standing,
    @JsonUnwrapped PaymentAgenda agenda,
    @JsonUnwrapped Payment payment) {
  /** Code of an order whose payer has opened a dispute. */
  public static final String DISPUTED = "CUSTOMER_DISPUTE";

  /** Code of an order whose dispute has ended, and whose money may come back. */
  private static final String RESOLVED = "CUSTOMER_DISPUTE_RESOLVED";

  /**
   * The order as the client requested it.
   *
   * @param fingerprint hash of the complete request
   * @param intent CAPTURE; AUTHORIZE in orders of earlier releases
   * @param description of the first unit; null if absent
   * @param shopOrder id of the shop's order that is paid; null for other orders
   */
  public record Terms(
      String fingerprint,
      String intent,
      Money total,
      String description,
      Instant createdAt,
      String shopOrder) {}

  /**
   * State of the order at the provider.
   *
   * @param order the provider's id; null until there is one
   * @param status the provider's status at the last read
   * @param links from the reply to the creation
   * @param error the provider's code for the last rejection; null if nothing was rejected
   * @param refunds requested here or seen at the provider
   */
  public record Standing(
      OrderState state,
      String order,
      String status,
      List<Link> links,
      String error,
      List<Refund> refunds) {
    static final Standing CREATING =
        new Standing(OrderState.CREATING, null, "", List.of(), null, List.of());

    /** An order stored by a release without refunds has none. */
    public Standing {
      refunds = Objects.requireNonNullElse(refunds, List.of());
    }

    Standing in(OrderState other) {
      return new Standing(other, order, status, links, error, refunds);
    }

    Standing with(List<Refund> others) {
      return new Standing(state, order, status, links, error, List.copyOf(others));
    }

    Standing refused(String issue) {
      return new Standing(state, order, status, links, issue, refunds);
    }
  }

  /**
   * A refund.
   *
   * @param request id of the request if it was made here; null otherwise
   * @param status of the provider; REQUESTED until the provider has shown it
   * @param money null if the provider returns no amount
   */
  public record Refund(String request, String status, Money money) {
    public static final String REQUESTED = "REQUESTED";
  }

  /** A URL that belongs to an order. */
  public record Link(String href, String rel, String method) {}

  /**
   * Payment of an order.
   *
   * @param captureId id of the first capture; null before a capture
   * @param captures the captures at the last read
   * @param payer an e-mail address; null if the provider returns none
   * @param paidAt when the payment was first seen as paid; null if it was not
   * @param problem message to the owner about what to check; null without a problem
   * @param problemAt when that problem appeared; null without a problem
   */
  public record Payment(
      String captureId,
      List<Capture> captures,
      String payer,
      Instant paidAt,
      String problem,
      Instant problemAt) {
    static final Payment NONE = new Payment(null, List.of(), null, null, null, null);

    /**
     * Returns this payment with the problem replaced, or removed if empty. An unchanged problem
     * keeps its time.
     */
    public Payment with(Optional<String> found, Instant now) {
      String known = found.orElse(null);
      Instant since = Objects.equals(known, problem) ? problemAt : now;
      return new Payment(captureId, captures, payer, paidAt, known, known == null ? null : since);
    }
  }

  /**
   * A capture.
   *
   * @param money null if the provider returns no amount
   */
  public record Capture(String id, String status, Money money) {}

  /** Returns a new order in state CREATING. */
  public static PaymentOrder creating(String id, Terms terms, Instant lookAt) {
    return new PaymentOrder(
        id,
        0,
        terms,
        Standing.CREATING,
        PaymentAgenda.first(lookAt, terms.createdAt()),
        Payment.NONE);
  }

  public OrderState state() {
    return standing.state();
  }

  /** Returns the provider's id, or null until there is one. */
  public String order() {
    return standing.order();
  }

  /** Returns whether a capture may be running at the given time. */
  public boolean isBusy(Instant now) {
    return agenda.busyUntil() != null && agenda.busyUntil().isAfter(now);
  }

  /** Returns whether the capture that began with an earlier version is still the latest one. */
  public boolean isCaptureOf(PaymentOrder begun) {
    return Objects.equals(agenda.busyUntil(), begun.agenda.busyUntil());
  }

  /** Returns the request id of the next capture. All attempts at one capture share it. */
  public String captureRequest() {
    String name = "cap-" + standing.order();
    return agenda.declines() == 0 ? name : name + '-' + agenda.declines();
  }

  /** Returns the captured amounts, or the agreed total if the provider returned no amounts. */
  public List<Money> paid() {
    List<Money> reported =
        payment.captures().stream().map(Capture::money).filter(Objects::nonNull).toList();
    return reported.isEmpty() ? List.of(terms.total()) : reported;
  }

  /** Returns this order with the provider's id, in state OPEN. */
  public PaymentOrder created(String order, String status, List<Link> links, Instant lookAt) {
    var open = new Standing(OrderState.OPEN, order, status, List.copyOf(links), null, List.of());
    return next(open, agenda.lookingAt(lookAt));
  }

  /** Returns this order in state CAPTURING. No other caller captures it before the given time. */
  public PaymentOrder capturing(Instant until) {
    Instant stored = until.truncatedTo(ChronoUnit.MILLIS);
    return next(standing.in(OrderState.CAPTURING), agenda.busy(stored, stored, 0));
  }

  /** Returns this order in another state, with no capture running. */
  public PaymentOrder in(OrderState state, Instant lookAt) {
    return next(standing.in(state), agenda.lookingAt(lookAt));
  }

  /**
   * Returns this order after a rejection.
   *
   * @param issue the provider's code for the reason
   */
  public PaymentOrder refused(OrderState state, String issue, Instant lookAt) {
    int declines = agenda.declines() + (state == OrderState.DECLINED ? 1 : 0);
    return next(standing.in(state).refused(issue), agenda.declined(declines, lookAt));
  }

  /**
   * Returns this order after a check without a result. Its state is unchanged.
   *
   * @param lookAt time of the next check; null for never
   */
  public PaymentOrder withFailedLookup(Payment known, Instant lookAt) {
    PaymentAgenda times = agenda.busy(agenda.busyUntil(), lookAt, agenda.looks() + 1);
    return new PaymentOrder(id, version, terms, standing, times, known).after(this);
  }

  /** Returns this order after the provider did not know it. It is not checked again. */
  public PaymentOrder lost(Payment known) {
    PaymentAgenda times = agenda.busy(null, null, agenda.looks() + 1);
    return new PaymentOrder(id, version, terms, standing, times, known).after(this);
  }

  /** Returns this order with its next check at the given time, in any state. */
  public PaymentOrder lookedAtFrom(Instant time) {
    return next(standing, agenda.busy(agenda.busyUntil(), time, agenda.looks()));
  }

  /** Returns this order with a refund that is about to be requested. */
  public PaymentOrder refunding(Refund refund) {
    List<Refund> more = new ArrayList<>(standing.refunds());
    more.add(refund);
    return next(standing.with(more), agenda);
  }

  /** Returns this order without a refund that the provider has rejected. */
  public PaymentOrder notRefunded(String request) {
    List<Refund> others =
        standing.refunds().stream().filter(each -> !request.equals(each.request())).toList();
    return next(standing.with(others), agenda);
  }

  /** Returns this order with a dispute that its payer has opened. */
  public PaymentOrder disputed() {
    return next(standing.refused(DISPUTED), agenda);
  }

  /** Returns this order after its dispute has ended. */
  public PaymentOrder resolved() {
    return next(standing.refused(RESOLVED), agenda);
  }

  /** Returns whether its dispute has ended, so that the money of a chargeback may come back. */
  public boolean isResolved() {
    return RESOLVED.equals(standing.error());
  }

  /** Returns whether the money of this chargeback may come back. */
  public boolean mayComeBack() {
    return state() == OrderState.CHARGED_BACK && isResolved();
  }

  /**
   * Returns this order after the shop was notified.
   *
   * @param next time of the next attempt; null if the shop knows the order
   */
  public PaymentOrder announced(Instant next) {
    return new PaymentOrder(id, version, terms, standing, agenda.announcing(next), payment);
  }

  /** Returns this order with the state that the provider reports now. */
  public PaymentOrder reported(
      OrderState state, String status, List<Refund> refunds, Payment known, Instant lookAt) {
    int looks = state == state() ? agenda.looks() + 1 : 0;
    String error = mayComeBack() && state != state() ? null : standing.error();
    var next =
        new PaymentOrder(
            id,
            version,
            terms,
            new Standing(state, standing.order(), status, standing.links(), error, refunds),
            agenda.busy(null, lookAt, looks),
            known);
    return next.after(this);
  }

  private PaymentOrder next(Standing other, PaymentAgenda times) {
    return new PaymentOrder(id, version, terms, other, times, payment).after(this);
  }

  /**
   * Returns this order, to be announced if the shop shows it in another way than the stored one.
   */
  private PaymentOrder after(PaymentOrder stored) {
    boolean changed =
        state() != stored.state()
            || !standing.refunds().equals(stored.standing.refunds())
            || !payment.captures().equals(stored.payment.captures())
            || !Objects.equals(payment.problem(), stored.payment.problem());
    boolean shown = state() != OrderState.CAPTURING && stored.state() != OrderState.CREATING;
    return changed && shown && terms.shopOrder() != null ? announced(Instant.EPOCH) : this;
  }

  /** Returns this order with the next version number and a new time of change. */
  PaymentOrder changedAt(Instant now) {
    return new PaymentOrder(id, version + 1, terms, standing, agenda.changedAt(now), payment);
  }

  /**
   * Schedule of an order, and the time of its last change.
   *
   * @param declines number of declined captures; the next capture uses another request id
   * @param busyUntil end of the capture's exclusive time; null while no capture is running
   * @param lookAt time of the next check at the provider; null for never
   * @param looks number of checks since the state last changed
   * @param updatedAt time of the last change
   * @param announceAt time from which the shop is to be notified of a change; null for none
   */
  public record PaymentAgenda(
      int declines,
      Instant busyUntil,
      Instant lookAt,
      int looks,
      Instant updatedAt,
      Instant announceAt) {
    static PaymentAgenda first(Instant lookAt, Instant now) {
      return new PaymentAgenda(0, null, lookAt, 0, now, null);
    }

    PaymentAgenda lookingAt(Instant time) {
      return busy(null, time, 0);
    }

    PaymentAgenda declined(int number, Instant time) {
      return new PaymentAgenda(number, null, time, 0, updatedAt, announceAt);
    }

    PaymentAgenda busy(Instant until, Instant time, int number) {
      return new PaymentAgenda(declines, until, time, number, updatedAt, announceAt);
    }

    PaymentAgenda announcing(Instant time) {
      return new PaymentAgenda(declines, busyUntil, lookAt, looks, updatedAt, time);
    }

    PaymentAgenda changedAt(Instant now) {
      return new PaymentAgenda(declines, busyUntil, lookAt, looks, now, announceAt);
    }
  }
}
