package dev.gatehouse.areas.payments.paypal;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.formats.Money;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An order as the provider tells it; whatever it does not tell is empty. Its statuses are an open
 * set: CREATED, PAYER_ACTION_REQUIRED, APPROVED, COMPLETED, VOIDED, SAVED are known.
 *
 * @param status of the order, which says nothing of the captures
 */
public record PayPalOrder(
    String id,
    String intent,
    String status,
    @JsonProperty("purchase_units") List<Unit> units,
    Payer payer,
    List<Link> links) {

  public PayPalOrder {
    units = listed(units);
    links = listed(links).stream().filter(link -> link.href() != null).toList();
    status = status == null ? "" : status;
  }

  /** A part of the order, with what was captured for it. */
  public record Unit(Amount amount, Payments payments) {}

  /** An amount in the provider's words. */
  public record Amount(@JsonProperty("currency_code") String currency, String value) {
    /** Currencies that have decimals, of which the provider takes none. */
    private static final Set<String> WHOLE = Set.of("HUF", "TWD");

    /**
     * The amount, exact.
     *
     * @throws IllegalArgumentException when it is none that the provider deals in
     */
    public Money money() {
      if (currency == null || value == null) {
        throw new IllegalArgumentException("the amount has no currency or no value");
      }
      if (WHOLE.contains(currency) && value.indexOf('.') >= 0) {
        throw new IllegalArgumentException(currency + " has no decimals");
      }
      return Money.of(currency, value);
    }
  }

  record Payments(List<Capture> captures) {}

  /**
   * A payment that was taken, or is being taken.
   *
   * @param status COMPLETED, PENDING, DECLINED, FAILED, REFUNDED or PARTIALLY_REFUNDED
   */
  public record Capture(String id, String status, Amount amount) {}

  /** The one who pays. */
  public record Payer(@JsonProperty("email_address") String email) {}

  /** An address that belongs to an order. */
  public record Link(String href, String rel, String method) {}

  /** All captures of all units. */
  public List<Capture> captures() {
    return units.stream()
        .filter(unit -> unit.payments() != null)
        .flatMap(unit -> listed(unit.payments().captures()).stream())
        .toList();
  }

  /**
   * The sum of its units; empty if it does not tell them.
   *
   * @throws IllegalArgumentException when one is no amount, or of another currency
   */
  public Optional<Money> total() {
    return units.stream()
        .flatMap(unit -> Stream.ofNullable(unit.amount()))
        .map(Amount::money)
        .reduce(Money::plus);
  }

  private static <T> List<T> listed(List<T> items) {
    return items == null ? List.of() : items.stream().filter(item -> item != null).toList();
  }
}
