package dev.gatehouse.areas.payments.orders;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.Money;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
    @JsonUnwrapped Agenda agenda,
    @JsonUnwrapped Payment payment) {

  /**
   * The order as the client requested it.
   *
   * @param fingerprint hash of the complete request
   * @param intent CAPTURE; AUTHORIZE in orders of earlier releases
   * @param description of the first unit; null if absent
   */
  public record Terms(
      String fingerprint, String intent, Money total, String description, Instant createdAt) {}

  /**
   * State of the order at the provider.
   *
   * @param order the provider's id; null until there is one
   * @param status the provider's status at the last read
   * @param links from the reply to the creation
   * @param error the provider's code for the last rejection; null if nothing was rejected
   */
  public record Standing(
      OrderState state, String order, String status, List<Link> links, String error) {
    static final Standing CREATING = new Standing(OrderState.CREATING, null, "", List.of(), null);

    Standing in(OrderState other) {
      return new Standing(other, order, status, links, error);
    }
  }

  /** A URL that belongs to an order. */
  public record Link(String href, String rel, String method) {}

  /**
   * Schedule of the order, and the time of its last change.
   *
   * @param declines number of declined captures; the next capture uses another request id
   * @param busyUntil end of the capture's exclusive time; null while no capture is running
   * @param lookAt time of the next check at the provider; null for never
   * @param looks number of checks since the state last changed
   * @param updatedAt time of the last change
   */
  public record Agenda(
      int declines, Instant busyUntil, Instant lookAt, int looks, Instant updatedAt) {
    Agenda lookingAt(Instant time) {
      return new Agenda(declines, null, time, 0, updatedAt);
    }
  }

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
        new Agenda(0, null, lookAt, 0, terms.createdAt()),
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

  /** Returns the request id of the next capture. All attempts at one capture share it. */
  public String captureRequest() {
    String name = "cap-" + standing.order();
    return agenda.declines() == 0 ? name : name + '-' + agenda.declines();
  }

  /** Returns the captured amounts, or the agreed total if the provider returned no amounts. */
  public List<Money> paid() {
    List<Money> told =
        payment.captures().stream().map(Capture::money).filter(Objects::nonNull).toList();
    return told.isEmpty() ? List.of(terms.total()) : told;
  }

  /** Returns this order with the provider's id, in state OPEN. */
  public PaymentOrder created(String order, String status, List<Link> links, Instant lookAt) {
    var open = new Standing(OrderState.OPEN, order, status, List.copyOf(links), null);
    return next(open, agenda.lookingAt(lookAt));
  }

  /** Returns this order in state CAPTURING. No other caller captures it before the given time. */
  public PaymentOrder capturing(Instant until) {
    return next(
        standing.in(OrderState.CAPTURING),
        new Agenda(agenda.declines(), until, until, 0, agenda.updatedAt()));
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
    var told = new Standing(state, standing.order(), standing.status(), standing.links(), issue);
    int declines = agenda.declines() + (state == OrderState.DECLINED ? 1 : 0);
    return next(told, new Agenda(declines, null, lookAt, 0, agenda.updatedAt()));
  }

  /**
   * Returns this order after a check without a result. Its state is unchanged.
   *
   * @param lookAt time of the next check; null for never
   */
  public PaymentOrder withFailedLookup(Payment known, Instant lookAt) {
    var times =
        new Agenda(
            agenda.declines(), agenda.busyUntil(), lookAt, agenda.looks() + 1, agenda.updatedAt());
    return new PaymentOrder(id, version, terms, standing, times, known);
  }

  /** Returns this order with its next check at the given time, in any state. */
  public PaymentOrder lookedAtFrom(Instant time) {
    return next(
        standing,
        new Agenda(
            agenda.declines(), agenda.busyUntil(), time, agenda.looks(), agenda.updatedAt()));
  }

  /** Returns this order with the state that the provider reports now. */
  public PaymentOrder told(OrderState state, String status, Payment known, Instant lookAt) {
    int looks = state == state() ? agenda.looks() + 1 : 0;
    return new PaymentOrder(
        id,
        version,
        terms,
        new Standing(state, standing.order(), status, standing.links(), standing.error()),
        new Agenda(agenda.declines(), null, lookAt, looks, agenda.updatedAt()),
        known);
  }

  private PaymentOrder next(Standing other, Agenda times) {
    return new PaymentOrder(id, version, terms, other, times, payment);
  }

  /** Returns this order with the next version number and a new time of change. */
  PaymentOrder changedAt(Instant now) {
    var times =
        new Agenda(agenda.declines(), agenda.busyUntil(), agenda.lookAt(), agenda.looks(), now);
    return new PaymentOrder(id, version + 1, terms, standing, times, payment);
  }
}
