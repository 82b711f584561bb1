package dev.gatehouse.areas.payments.orders;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.Money;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A payment order, one flat document.
 *
 * @param id ours: of the request, where that has an Idempotency-Key
 * @param version counts its changes; each wants the one that it was made from
 */
public record PaymentOrder(
    String id,
    long version,
    @JsonUnwrapped Terms terms,
    @JsonUnwrapped Standing standing,
    @JsonUnwrapped Agenda agenda,
    @JsonUnwrapped Payment payment) {

  /**
   * The order as it was wanted.
   *
   * @param fingerprint of the whole request
   * @param intent CAPTURE; AUTHORIZE in orders of earlier releases
   * @param description of its first unit; null if there is none
   */
  public record Terms(
      String fingerprint, String intent, Money total, String description, Instant createdAt) {}

  /**
   * Its standing with the provider.
   *
   * @param order the provider's id; null until there is one
   * @param status the provider's word, as it was last read
   * @param links of its creation
   * @param error the provider's word for what it refused last; null if it refused nothing
   */
  public record Standing(
      OrderState state, String order, String status, List<Link> links, String error) {
    static final Standing CREATING = new Standing(OrderState.CREATING, null, "", List.of(), null);

    Standing in(OrderState other) {
      return new Standing(other, order, status, links, error);
    }
  }

  /** An address that belongs to an order. */
  public record Link(String href, String rel, String method) {}

  /**
   * Its next times.
   *
   * @param declines captures that were declined: the next one is another request
   * @param busyUntil when whoever captures it has died; null while nobody does
   * @param lookAt when the provider is to be asked what became of it; null for never
   * @param looks since its state last changed
   * @param updatedAt when it last changed
   */
  public record Agenda(
      int declines, Instant busyUntil, Instant lookAt, int looks, Instant updatedAt) {
    Agenda lookingAt(Instant time) {
      return new Agenda(declines, null, time, 0, updatedAt);
    }
  }

  /**
   * The payment of an order.
   *
   * @param captureId of its first capture; null without one
   * @param captures as they were last read
   * @param payer an e-mail address; null where the provider tells none
   * @param paidAt when it was first known to be paid; null if it was not
   * @param problem what the owner is to see to, for him to read; null if there is nothing
   * @param problemAt when that came up; null if there is nothing
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
     * This payment with something for the owner to see to, or without; the same again is no news.
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
   * @param money null where the provider tells no amount
   */
  public record Capture(String id, String status, Money money) {}

  /** An order that is about to be created. */
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

  /** The provider's id; null until there is one. */
  public String order() {
    return standing.order();
  }

  /** Returns whether somebody captures it at a moment. */
  public boolean isBusy(Instant now) {
    return agenda.busyUntil() != null && agenda.busyUntil().isAfter(now);
  }

  /** The name of the next try to capture it; every try of one capture has the same. */
  public String captureRequest() {
    String name = "cap-" + standing.order();
    return agenda.declines() == 0 ? name : name + '-' + agenda.declines();
  }

  /** The amounts that were captured; where the provider does not tell, what was agreed. */
  public List<Money> paid() {
    List<Money> told =
        payment.captures().stream().map(Capture::money).filter(Objects::nonNull).toList();
    return told.isEmpty() ? List.of(terms.total()) : told;
  }

  /** This order with the provider's id. */
  public PaymentOrder created(String order, String status, List<Link> links, Instant lookAt) {
    var open = new Standing(OrderState.OPEN, order, status, List.copyOf(links), null);
    return next(open, agenda.lookingAt(lookAt));
  }

  /** This order while it is captured; nobody else does that before a time. */
  public PaymentOrder capturing(Instant until) {
    return next(
        standing.in(OrderState.CAPTURING),
        new Agenda(agenda.declines(), until, until, 0, agenda.updatedAt()));
  }

  /** This order in another state, with nobody at it. */
  public PaymentOrder in(OrderState state, Instant lookAt) {
    return next(standing.in(state), agenda.lookingAt(lookAt));
  }

  /** This order after a refusal by the provider's word. */
  public PaymentOrder refused(OrderState state, String issue, Instant lookAt) {
    var told = new Standing(state, standing.order(), standing.status(), standing.links(), issue);
    int declines = agenda.declines() + (state == OrderState.DECLINED ? 1 : 0);
    return next(told, new Agenda(declines, null, lookAt, 0, agenda.updatedAt()));
  }

  /**
   * This order to be looked at once more, in vain so far.
   *
   * @param lookAt null for never
   */
  public PaymentOrder withFailedLookup(Payment known, Instant lookAt) {
    var times =
        new Agenda(
            agenda.declines(), agenda.busyUntil(), lookAt, agenda.looks() + 1, agenda.updatedAt());
    return new PaymentOrder(id, version, terms, standing, times, known);
  }

  /** This order to be looked at, whatever it is. */
  public PaymentOrder lookedAtFrom(Instant time) {
    return next(
        standing,
        new Agenda(
            agenda.declines(), agenda.busyUntil(), time, agenda.looks(), agenda.updatedAt()));
  }

  /** This order as the provider tells it now. */
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
