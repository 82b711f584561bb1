package dev.gatehouse.storefront.orders;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.Money;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * An order, one flat document.
 *
 * @param id 128 random bits: who knows it may see, pay and cancel the order
 * @param version counts the changes; each wants the one that it was made from
 */
public record ShopOrder(
    String id,
    long version,
    @JsonUnwrapped Goods goods,
    Buyer buyer,
    @JsonUnwrapped Standing standing,
    @JsonUnwrapped Payment payment) {
  private static final int REFERENCE = 8;

  /** The states of an order. */
  public enum State {
    /** It waits for its payment, and holds its stock until then. */
    OPEN,
    /** It is being paid, or was, and nobody knows what became of it. */
    PAYING,
    /** It is paid, and the provider has yet to decide. */
    PENDING,
    /** It is for the owner to see to its payment: nothing can be paid here. */
    PLACED,
    PAID,
    CANCELLED,
    /** Nobody has paid it in time. */
    EXPIRED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether its stock is for others again. */
    boolean isOver() {
      return this == CANCELLED || this == EXPIRED;
    }
  }

  /** The things that are bought. */
  public record Goods(List<Line> lines, Money total) {}

  /**
   * A thing that is bought.
   *
   * @param product its id in the catalogue
   * @param label of its stock
   */
  public record Line(
      String variant, String product, String label, String title, int quantity, Money price) {}

  /** The buyer, and where the goods go. */
  public record Buyer(String name, String email, String address) {}

  /**
   * Its standing.
   *
   * @param attempt to pay it; a later one holds its stock anew
   * @param due when somebody is to look at it; null for never
   */
  public record Standing(
      State state, int attempt, Instant due, Instant createdAt, Instant updatedAt) {}

  /**
   * The payment.
   *
   * @param paymentOrder the provider's id; null without one
   * @param approveUrl where the buyer pays; null without one
   */
  public record Payment(String paymentOrder, String approveUrl) {
    static final Payment NONE = new Payment(null, null);
  }

  public State state() {
    return standing.state();
  }

  /** Returns whether it was stored, and whoever made it has gone no further as far as known. */
  boolean isUnfinished() {
    return state() == State.OPEN && payment.paymentOrder() == null;
  }

  /** Returns whether there is something to be paid with the provider, now or still. */
  boolean isPayable() {
    boolean payable = state() == State.OPEN || state() == State.PAYING || state().isOver();
    return payable && payment.paymentOrder() != null;
  }

  /** The name of this order in letters, which opens nothing. */
  public String reference() {
    return id.substring(0, REFERENCE).toUpperCase(Locale.ROOT);
  }

  /** This order in another state. */
  ShopOrder in(State state, Instant due) {
    return attempted(state, standing.attempt(), due);
  }

  /** This order in another state, by another attempt. */
  ShopOrder attempted(State state, int attempt, Instant due) {
    return new ShopOrder(
        id,
        version,
        goods,
        buyer,
        new Standing(state, attempt, due, standing.createdAt(), standing.updatedAt()),
        payment);
  }

  ShopOrder with(Payment other) {
    return new ShopOrder(id, version, goods, buyer, standing, other);
  }

  /** This order as the change after the one that it was read with. */
  ShopOrder changedAt(Instant now) {
    var times =
        new Standing(
            standing.state(), standing.attempt(), standing.due(), standing.createdAt(), now);
    return new ShopOrder(id, version + 1, goods, buyer, times, payment);
  }
}
