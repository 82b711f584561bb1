package dev.gatehouse.areas.storefront.orders;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.Mailbox;
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
    /** Nobody could find out whether it is paid: the owner is to, and nobody asks any more. */
    @JsonAlias("UNCLEAR")
    UNRESOLVED,
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

    /** Returns whether it waits for somebody to find out whether it is paid. */
    boolean isUndecided() {
      return this == PAYING || this == PENDING || this == UNRESOLVED;
    }

    /** Returns whether the owner decides what becomes of it. */
    boolean isOwners() {
      return this == PLACED || this == UNRESOLVED;
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

  /**
   * The buyer, and where the goods go.
   *
   * @param mailbox behind the e-mail address; null in orders of before it was kept
   */
  public record Buyer(String name, String email, String address, String mailbox) {
    public static Buyer of(String name, String email, String address) {
      return new Buyer(name, email, address, Mailbox.of(email.toLowerCase(Locale.ROOT)));
    }
  }

  /**
   * Its standing.
   *
   * @param attempt to pay it; a later one holds its stock anew
   * @param due when somebody is to look at it; null for never
   * @param looks in vain, since it last became clear what it is
   */
  public record Standing(
      State state, int attempt, Instant due, int looks, Instant createdAt, Instant updatedAt) {}

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
    boolean paid = state() == State.PAID || state() == State.PENDING || state() == State.PLACED;
    return !paid && payment.paymentOrder() != null;
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
    boolean stillUndecided = state().isUndecided() && state.isUndecided();
    return with(state, attempt, due, stillUndecided ? standing.looks() : 0);
  }

  /** This order to be looked at again, in vain so far. */
  ShopOrder lookedInVain(Instant due) {
    return with(state(), standing.attempt(), due, standing.looks() + 1);
  }

  private ShopOrder with(State state, int attempt, Instant due, int looks) {
    var next = new Standing(state, attempt, due, looks, standing.createdAt(), standing.updatedAt());
    return new ShopOrder(id, version, goods, buyer, next, payment);
  }

  ShopOrder with(Payment other) {
    return new ShopOrder(id, version, goods, buyer, standing, other);
  }

  /** This order as the change after the one that it was read with. */
  ShopOrder changedAt(Instant now) {
    var times =
        new Standing(
            state(),
            standing.attempt(),
            standing.due(),
            standing.looks(),
            standing.createdAt(),
            now);
    return new ShopOrder(id, version + 1, goods, buyer, times, payment);
  }
}
