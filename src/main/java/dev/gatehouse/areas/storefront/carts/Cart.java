package dev.gatehouse.areas.storefront.carts;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/**
 * Cart, one flat document.
 *
 * @param id 128 random bits, which grant access to the cart
 * @param version number of changes; each change requires the version that it was made from
 */
public record Cart(
    String id,
    long version,
    List<Line> lines,
    @JsonUnwrapped Details details,
    Instant createdAt,
    Instant updatedAt) {

  /**
   * Line of a cart.
   *
   * @param id computed from its content, so that equal lines are merged
   * @param variant the end of the variant's id
   */
  public record Line(String id, String variant, int quantity, List<Attribute> attributes) {
    public Line times(int count) {
      return new Line(id, variant, count, attributes);
    }
  }

  /** Custom attribute from the shop. */
  public record Attribute(String key, String value) {}

  /** Data of a cart other than its lines. */
  public record Details(
      String note, List<Attribute> attributes, Buyer buyer, List<String> discountCodes) {
    public static final Details NONE = new Details("", List.of(), Buyer.NONE, List.of());
  }

  /** Buyer; unknown fields are null. */
  public record Buyer(String countryCode, String email, String phone) {
    public static final Buyer NONE = new Buyer(null, null, null);
  }

  public Cart with(List<Line> other) {
    return new Cart(id, version, List.copyOf(other), details, createdAt, updatedAt);
  }

  public Cart with(Details other) {
    return new Cart(id, version, lines, other, createdAt, updatedAt);
  }

  /** Returns the query for this version. */
  JsonObject asRead() {
    return Query.version(id, version);
  }

  /** Returns this cart with the next version number and a new time of change. */
  Cart changedAt(Instant now) {
    return new Cart(id, version + 1, lines, details, createdAt, now);
  }
}
