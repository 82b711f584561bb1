package dev.gatehouse.areas.payments.paypal;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.Money;

/**
 * An order as the provider returns it. Fields that the provider omits are empty. Its statuses are
 * an open set. Known are CREATED, PAYER_ACTION_REQUIRED, APPROVED, COMPLETED, VOIDED and SAVED.
 *
 * @param status of the order, which does not describe its captures
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
    links = Json.present(links).stream().filter(link -> link.href() != null).toList();
    status = Objects.requireNonNullElse(status, "");
  }

  /** A purchase unit of the order, with its captures. */
  public record Unit(Amount amount, Payments payments) {}

  /** An amount as the provider writes it. */
  public record Amount(@JsonProperty("currency_code") String currency, String value) {
    /**
     * Returns the exact amount.
     *
     * @throws IllegalArgumentException if a field is missing or is not an amount
     */
    public Money money() {
      if (currency == null || value == null) {
        throw new IllegalArgumentException("the amount has no currency or no value");
      }
      return Money.of(currency, value);
    }
  }

  public record Payments(List<Capture> captures, List<Refund> refunds) {}

  /**
   * A payment that was captured, or whose capture is in progress.
   *
   * @param status COMPLETED, PENDING, DECLINED, FAILED, REFUNDED, PARTIALLY_REFUNDED or REVERSED
   */
  public record Capture(String id, String status, Amount amount) {}

  /**
   * A refund of a capture.
   *
   * @param status COMPLETED, PENDING, FAILED or CANCELLED
   * @param customId the request id of a refund that was made here; null for others
   */
  public record Refund(
      String id, String status, Amount amount, @JsonProperty("custom_id") String customId) {}

  public record Payer(@JsonProperty("email_address") String email) {}

  /** A URL that belongs to an order. */
  public record Link(String href, String rel, String method) {}

  /** Returns the captures of all units. */
  public List<Capture> captures() {
    return units.stream()
        .filter(unit -> unit.payments() != null)
        .flatMap(unit -> listed(unit.payments().captures()).stream())
        .toList();
  }

  /** Returns the refunds of all units. */
  public List<Refund> refunds() {
    return units.stream()
        .filter(unit -> unit.payments() != null)
        .flatMap(unit -> listed(unit.payments().refunds()).stream())
        .toList();
  }

  /**
   * Returns the sum of the units; empty if the provider returned no amounts.
   *
   * @throws IllegalArgumentException if an amount is invalid or the currencies differ
   */
  public Optional<Money> total() {
    return units.stream()
        .flatMap(unit -> Stream.ofNullable(unit.amount()))
        .map(Amount::money)
        .reduce(Money::plus);
  }

  /** Rejects null elements, because a total without them would be wrong. */
  private static <T> List<T> listed(List<T> items) {
    return List.copyOf(Objects.requireNonNullElse(items, List.of()));
  }
}
