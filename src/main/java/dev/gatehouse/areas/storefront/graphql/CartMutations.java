package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import dev.gatehouse.areas.storefront.carts.CartLinks;
import dev.gatehouse.areas.storefront.carts.CartRepository;
import dev.gatehouse.areas.storefront.carts.CartRepository.Cart;
import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.graphql.LocalShop.ShopContext;
import dev.gatehouse.formats.Sha256;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;

/**
 * Mutations of carts. Invalid input is reported as a user error in the payload, as shop clients
 * expect, and changes nothing.
 */
record CartMutations(CartRepository carts) {
  private static final int MAX_LINES = CartText.MAX_LINES;
  private static final int MAX_QUANTITY = CartText.MAX_QUANTITY;
  private static final int LINE_BYTES = 8;
  private static final String INVALID = "INVALID";

  /** Payload of a mutation; its cart is null if there are errors. */
  record Payload(Cart cart, List<UserError> userErrors) {}

  /** Error in the user's input; the field is the path to it. */
  record UserError(String code, List<String> field, String message) {}

  /** Thrown for a rejected mutation. */
  private static final class RefusedException extends RuntimeException {
    private final transient UserError error;

    RefusedException(String code, List<String> field, String message) {
      super(message);
      error = new UserError(code, field, message);
    }
  }

  RuntimeWiring.Builder wire(RuntimeWiring.Builder wiring) {
    return wiring.type(
        "Mutation",
        type ->
            type.dataFetcher("cartCreate", this::create)
                .dataFetcher("cartLinesAdd", field -> change(field, cart -> add(field, cart)))
                .dataFetcher("cartLinesUpdate", field -> change(field, cart -> set(field, cart)))
                .dataFetcher("cartLinesRemove", field -> change(field, cart -> drop(field, cart)))
                .dataFetcher(
                    "cartNoteUpdate",
                    field -> detail(field, old -> CartDetails.note(field.getArgument("note"), old)))
                .dataFetcher(
                    "cartAttributesUpdate",
                    field ->
                        detail(
                            field,
                            old -> CartDetails.attributes(field.getArgument("attributes"), old)))
                .dataFetcher(
                    "cartBuyerIdentityUpdate",
                    field ->
                        detail(
                            field,
                            old -> CartDetails.buyer(field.getArgument("buyerIdentity"), old)))
                .dataFetcher(
                    "cartDiscountCodesUpdate",
                    field ->
                        detail(
                            field,
                            old -> CartDetails.codes(field.getArgument("discountCodes"), old))));
  }

  private Payload create(DataFetchingEnvironment field) {
    return answered(() -> {
      Map<String, Object> input = field.getArgumentOrDefault("input", Map.of());
      List<Cart.Line> lines = merged(List.of(), wanted(field, input.get("lines"), "input"));
      Cart.Details details = CartDetails.of(input);
      CartDetails.bounded(lines, details);
      return carts.add(lines, details);
    });
  }

  private Payload detail(DataFetchingEnvironment field, UnaryOperator<Cart.Details> change) {
    return change(field, cart -> cart.with(change.apply(cart.details())));
  }

  private Payload change(DataFetchingEnvironment field, UnaryOperator<Cart> change) {
    return answered(() ->
        carts
            .change(
                CartLinks.cart(field.getArgument("cartId")),
                cart -> CartDetails.bounded(change.apply(cart)))
            .orElseThrow(() ->
                new RefusedException(
                    INVALID, List.of("cartId"), "The specified cart does not exist.")));
  }

  private static Payload answered(Supplier<Cart> change) {
    try {
      return new Payload(change.get(), List.of());
    } catch (RefusedException refused) {
      return new Payload(null, List.of(refused.error));
    } catch (CartDetails.DetailException refused) {
      return new Payload(
          null, List.of(new UserError(INVALID, List.of(refused.field()), refused.getMessage())));
    }
  }

  private static Cart add(DataFetchingEnvironment field, Cart cart) {
    return cart.with(merged(cart.lines(), wanted(field, field.getArgument("lines"), "")));
  }

  private static Cart set(DataFetchingEnvironment field, Cart cart) {
    List<Map<String, Object>> changes = field.getArgument("lines");
    Map<String, Cart.Line> lines = byId(cart);
    for (int i = 0; i < changes.size(); i++) {
      Map<String, Object> change = changes.get(i);
      List<String> place = List.of("lines", Integer.toString(i));
      Cart.Line old = lines.get(CartLinks.line((String) change.get("id")));
      if (old == null) {
        throw new RefusedException(
            INVALID, path(place, "id"), "The merchandise line does not exist.");
      }
      lines.remove(old.id());
      Map<String, Object> whole = new LinkedHashMap<>();
      whole.put("merchandiseId", old.variant());
      whole.put("quantity", old.quantity());
      whole.put("attributes", CartDetails.plain(old.attributes()));
      whole.putAll(change);
      if (!Integer.valueOf(0).equals(whole.get("quantity"))) {
        Cart.Line line = line(field, whole, place);
        lines.put(line.id(), line);
      }
    }
    return cart.with(merged(List.of(), List.copyOf(lines.values())));
  }

  private static Map<String, Cart.Line> byId(Cart cart) {
    Map<String, Cart.Line> lines = new LinkedHashMap<>();
    cart.lines().forEach(line -> lines.put(line.id(), line));
    return lines;
  }

  private static Cart drop(DataFetchingEnvironment field, Cart cart) {
    List<String> ids = field.getArgument("lineIds");
    Map<String, Cart.Line> lines = byId(cart);
    ids.forEach(id -> lines.remove(CartLinks.line(id)));
    return cart.with(List.copyOf(lines.values()));
  }

  /** Adds lines to others and merges equal ones. */
  private static List<Cart.Line> merged(List<Cart.Line> lines, List<Cart.Line> more) {
    Map<String, Cart.Line> all = new LinkedHashMap<>();
    lines.forEach(line -> all.put(line.id(), line));
    for (Cart.Line line : more) {
      Cart.Line sum =
          all.merge(line.id(), line, (old, added) -> old.times(old.quantity() + added.quantity()));
      if (sum.quantity() > MAX_QUANTITY) {
        throw new RefusedException(
            INVALID,
            List.of("lines"),
            "There can be at most " + MAX_QUANTITY + " of each line in a cart.");
      }
    }
    if (all.size() > MAX_LINES) {
      throw new RefusedException(
          INVALID, List.of("lines"), "There can be at most " + MAX_LINES + " lines in a cart.");
    }
    return List.copyOf(all.values());
  }

  @SuppressWarnings("unchecked")
  private static List<Cart.Line> wanted(DataFetchingEnvironment field, Object lines, String root) {
    List<Cart.Line> wanted = new ArrayList<>();
    if (lines != null) {
      for (Map<String, Object> line : (List<Map<String, Object>>) lines) {
        List<String> place = List.of("lines", Integer.toString(wanted.size()));
        wanted.add(line(field, line, root.isEmpty() ? place : path(List.of(root), place)));
      }
    }
    return wanted;
  }

  private static Cart.Line line(
      DataFetchingEnvironment field, Map<String, Object> line, List<String> place) {
    String id = (String) line.get("merchandiseId");
    Optional<ShopVariant> variant = ShopContext.of(field).products().variant(id);
    if (variant.isEmpty()) {
      throw new RefusedException(
          INVALID,
          path(place, "merchandiseId"),
          "The merchandise with id " + id + " does not exist.");
    }
    int quantity = line.get("quantity") instanceof Integer number ? number : 1;
    if (quantity < 1 || quantity > MAX_QUANTITY) {
      throw new RefusedException(
          INVALID, path(place, "quantity"), "The quantity must be 1 to " + MAX_QUANTITY + '.');
    }
    if (!variant.get().availableForSale()) {
      throw new RefusedException(
          "INVALID_MERCHANDISE_LINE",
          path(place, "merchandiseId"),
          "The merchandise " + variant.get().title() + " is sold out.");
    }
    List<Cart.Attribute> attributes = CartDetails.attributes(line.get("attributes"));
    String legacyId = variant.get().legacyId();
    return new Cart.Line(
        Sha256.hex(legacyId + '\n' + attributes, LINE_BYTES), legacyId, quantity, attributes);
  }

  private static List<String> path(List<String> place, String end) {
    return path(place, List.of(end));
  }

  private static List<String> path(List<String> place, List<String> end) {
    List<String> path = new ArrayList<>(place);
    path.addAll(end);
    return path;
  }
}
