package dev.gatehouse.areas.storefront.carts;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.Age;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** Repository of carts. All methods block. */
public final class CartRepository {
  private static final String UPDATED = "updatedAt";
  private static final int ID_BYTES = 16;

  /** Maximum number of retries of a change that lost to a concurrent change. */
  private static final int MAX_TURNS = 20;

  private final DocumentCollection<Cart> carts;
  private final RandomGenerator random;
  private final InstantSource clock;

  /**
   * @param random makes ids that cannot be guessed
   */
  public CartRepository(Documents documents, RandomGenerator random, InstantSource clock) {
    this.carts = documents.collection("storefrontCarts", Cart.class);
    this.random = random;
    this.clock = clock;
  }

  /** Creates the indexes. */
  public void prepare() {
    carts.index(by(UPDATED).json(), new IndexOptions());
  }

  /** Stores a new cart. */
  public Cart add(List<Cart.Line> lines, Cart.Details details) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    Instant now = now();
    var cart = new Cart(HexFormat.of().formatHex(id), 1, List.copyOf(lines), details, now, now);
    carts.insert(cart);
    return cart;
  }

  public Optional<Cart> find(String id) {
    return carts.find(id);
  }

  /**
   * Changes a cart and retries after a concurrent change.
   *
   * @return the stored cart; empty if absent
   */
  public Optional<Cart> change(String id, UnaryOperator<Cart> change) {
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Optional<Cart> known = find(id);
      if (known.isEmpty()) {
        return known;
      }
      Cart changed = change.apply(known.get()).changedAt(now());
      if (carts.replace(
          where("_id").is(id).and("version").is(known.get().version()).json(), changed)) {
        return Optional.of(changed);
      }
    }
    throw ApiError.busy(ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this cart", 1)
        .exception();
  }

  /** Deletes carts that were last changed at least this long ago. */
  public void deleteOlderThan(Age age) {
    carts.delete(where(UPDATED).olderThan(age).json());
  }

  /** Truncated to milliseconds, the precision of the stores. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
