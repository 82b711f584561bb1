package dev.gatehouse.areas.storefront;

import static dev.gatehouse.bus.ApiError.badRequestUnless;
import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.Catalogue;
import dev.gatehouse.areas.storefront.catalogue.Catalogue.Products;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.StoredTime;

/**
 * Carts saved under an email address. Anyone who knows the address may read and replace its cart.
 * Therefore only the lines and a digest of the address are stored.
 */
final class SavedCarts {
  private static final int ID_BYTES = 16;
  private static final String UPDATED = "updatedAt";

  private final Catalogue catalogue;
  private final DocumentCollection<SavedCart> carts;
  private final InstantSource clock;

  private record SavedCart(String id, List<CartLine> lines, Instant updatedAt) {}

  /** Variant in a cart, with the id that the client sent. */
  record CartLine(String variantId, int quantity) {}

  record CartRequest(String email, List<CartLine> lines) {}

  /** Saved cart with the email address from the request. */
  record CustomerCart(String email, List<CartLine> lines, Instant updatedAt) {}

  record CartReply(boolean success, CustomerCart cart) {}

  SavedCarts(Catalogue catalogue, Documents documents, InstantSource clock) {
    this.catalogue = catalogue;
    this.carts = documents.collection("savedCarts", SavedCart.class, by(UPDATED));
    this.clock = clock;
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "storefront.saveCart",
        Area.returning(CartReply.class, CartRequest.class, this::save),
        "storefront.savedCart",
        Area.returning(CartReply.class, this::get));
  }

  private Answer save(Call call, CartRequest request) {
    Products products = catalogue.products(call);
    products.expect(request.lines().stream().map(CartLine::variantId).toList());
    for (int i = 0; i < request.lines().size(); i++) {
      badRequestUnless(
          products.variant(request.lines().get(i).variantId()).isPresent(),
          "lines[" + i + "].variantId",
          "must be a variant of this shop");
    }
    String id = id(request.email());
    var cart = new SavedCart(id, request.lines(), StoredTime.now(clock));
    carts.save(cart, id);
    return shown(request.email(), cart);
  }

  private Answer get(Call call) {
    String email = call.text("email");
    return shown(
        email,
        carts
            .find(id(email))
            .orElseThrow(() ->
                ApiException.of(ErrorCode.CART_NOT_FOUND, "no cart is saved under this address")));
  }

  private static Answer shown(String email, SavedCart cart) {
    return Answer.ok(new CartReply(true, new CustomerCart(email, cart.lines(), cart.updatedAt())));
  }

  static String id(String email) {
    return Sha256.hex("saved cart " + email.strip().toLowerCase(Locale.ROOT), ID_BYTES);
  }

  /** Deletes carts that were last saved at least this long ago. Blocks. */
  void deleteOlderThan(Age age) {
    carts.delete(where(UPDATED).olderThan(age).json());
  }
}
