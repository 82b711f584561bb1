package dev.gatehouse.areas.storefront.carts;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.StoredResource;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.json.JsonObject;

/** Repository of carts. All methods block. */
public final class CartRepository {
  private static final String UPDATED = "updatedAt";
  private static final int ID_BYTES = 16;

  private final StoredResource<Cart> carts;
  private final RandomGenerator random;
  private final InstantSource clock;

  /**
   * @param random makes ids that cannot be guessed
   */
  public CartRepository(Documents documents, RandomGenerator random, InstantSource clock) {
    this.carts =
        StoredResource.of(
            documents.collection("storefrontCarts", Cart.class, by(UPDATED)),
            "cart",
            ErrorCode.CART_NOT_FOUND,
            Cart::asRead);
    this.random = random;
    this.clock = clock;
  }

  public Cart add(List<Cart.Line> lines, Cart.Details details) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    Instant now = StoredTime.now(clock);
    var cart = new Cart(HexFormat.of().formatHex(id), 1, List.copyOf(lines), details, now, now);
    carts.records().insert(cart);
    return cart;
  }

  public Optional<Cart> find(String id) {
    return carts.records().find(id);
  }

  /**
   * Changes a cart and retries after a concurrent change.
   *
   * @return the stored cart; empty if absent
   */
  public Optional<Cart> change(String id, UnaryOperator<Cart> change) {
    return carts.change(id, cart -> change.apply(cart).changedAt(StoredTime.now(clock)));
  }

  /** Deletes carts that were last changed at least this long ago. */
  public void deleteOlderThan(Age age) {
    carts.records().delete(where(UPDATED).olderThan(age).json());
  }

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

    JsonObject asRead() {
      return Query.version(id, version);
    }

    /** Returns this cart with the next version number and a new time of change. */
    Cart changedAt(Instant now) {
      return new Cart(id, version + 1, lines, details, createdAt, now);
    }
  }
}
