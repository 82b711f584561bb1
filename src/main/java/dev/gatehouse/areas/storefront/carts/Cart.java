package dev.gatehouse.areas.storefront.carts;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;

/**
 * A cart, one flat document.
 *
 * @param id 128 random bits: who knows it has the cart
 * @param version counts the changes; each wants the one that it was made from
 */
public record Cart(
    String id,
    long version,
    List<Line> lines,
    @JsonUnwrapped Details details,
    Instant createdAt,
    Instant updatedAt) {

  /**
   * Something in a cart.
   *
   * @param id follows from what it is: the same twice is one line
   * @param variant the end of the variant's id
   */
  public record Line(String id, String variant, int quantity, List<Attribute> attributes) {
    public Line times(int count) {
      return new Line(id, variant, count, attributes);
    }
  }

  /** A note of the shop's own. */
  public record Attribute(String key, String value) {}

  /** All that is said beside the lines. */
  public record Details(
      String note, List<Attribute> attributes, Buyer buyer, List<String> discountCodes) {
    public static final Details NONE = new Details("", List.of(), Buyer.NONE, List.of());
  }

  /** The buyer, as far as known; what is not is null. */
  public record Buyer(String countryCode, String email, String phone) {
    public static final Buyer NONE = new Buyer(null, null, null);
  }

  public Cart with(List<Line> other) {
    return new Cart(id, version, List.copyOf(other), details, createdAt, updatedAt);
  }

  public Cart with(Details other) {
    return new Cart(id, version, lines, other, createdAt, updatedAt);
  }

  /** This cart as the change after the one that it was read with. */
  Cart changedAt(Instant now) {
    return new Cart(id, version + 1, lines, details, createdAt, now);
  }
}
