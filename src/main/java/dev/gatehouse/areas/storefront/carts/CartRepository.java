package dev.gatehouse.areas.storefront.carts;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.StoredResource;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.StoredTime;

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
}
