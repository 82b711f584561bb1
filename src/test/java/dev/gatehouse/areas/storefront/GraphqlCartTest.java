package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.data;
import static dev.gatehouse.areas.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cart mutations of the local provider's GraphQL API, and their limits. */
class GraphqlCartTest {
  private static final String CART =
      """
      cart { id checkoutUrl totalQuantity note cost { totalAmount { amount currencyCode } }
        lines(first: 100) { edges { node {
          id quantity merchandise { ... on ProductVariant { id title product { title } } } } } } }
      userErrors { code field message }
      """;

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  private static final Shop SHOP = new Shop(NODE);
  private static JsonObject book;

  @BeforeAll
  static void stock() {
    book = SHOP.sell("Book", "12.5", JsonObject.of("hard", 3, "soft", 9, "e", 0));
  }

  @Test
  void rejectsLinesThatExceedTheMaximum() {
    JsonObject made = create(line(0, 60), line(0, 60));
    assertNull(made.getJsonObject("cart"));
    String message = error(made).getString("message");
    assertEquals("There can be at most 99 of each line in a cart.", message);
    Client.Reply page = NODE.get("/cart/" + legacy(0) + ":60," + legacy(0) + ":60").expect(400);
    assertEquals("lines must have at most 99 of each variant", page.error());
    String cart = "?cart=" + legacy(0) + ":99," + legacy(0);
    NODE.get("/storefront/shop" + cart).expect(400);
  }

  @Test
  void createsAndChangesCart() {
    JsonObject made = create(line(0, 2), line(1, 1), line(0, 1));
    JsonObject cart = made.getJsonObject("cart");
    assertEquals(new JsonArray(), made.getJsonArray("userErrors"));
    assertEquals(4, cart.getInteger("totalQuantity"));
    assertEquals(2, cart.getJsonObject("lines").getJsonArray("edges").size());
    assertEquals("50.00", total(cart));
    assertEquals(
        NODE.address() + "/cart/" + legacy(0) + ":3," + legacy(1) + ":1",
        cart.getString("checkoutUrl"));
    String id = cart.getString("id");
    String first = node(cart, 0).getString("id");
    cart = change("cartLinesUpdate", id, "lines: [{id: \"" + first + "\", quantity: 1}]");
    assertEquals(2, cart.getInteger("totalQuantity"));
    cart = change("cartLinesRemove", id, "lineIds: [\"" + first + "\"]");
    assertEquals("12.50", total(cart));
    cart = change("cartLinesAdd", id, "lines: [{merchandiseId: \"" + legacy(0) + "\"}]");
    assertEquals(2, cart.getInteger("totalQuantity"));
    assertEquals("wrap it", change("cartNoteUpdate", id, "note: \"wrap it\"").getString("note"));
    JsonObject read = data(SHOP.ask("{ cart(id: \"" + id + "\") { totalQuantity note } }"), "cart");
    assertEquals(2, read.getInteger("totalQuantity"));
    assertNull(data(SHOP.ask("{ cart(id: \"gid://shopify/Cart/1\") { id } }"), "cart"));
  }

  @ParameterizedTest
  @CsvSource({
    "gid://shopify/ProductVariant/1, 1, INVALID, merchandiseId",
    "%0, 0, INVALID, quantity",
    "%0, 100, INVALID, quantity",
    "%2, 1, INVALID_MERCHANDISE_LINE, merchandiseId",
  })
  void returnsUserErrorForInvalidLine(String id, int quantity, String code, String field) {
    String variant = id.startsWith("%") ? legacy(Integer.parseInt(id.substring(1))) : id;
    JsonObject made = create(JsonObject.of("merchandiseId", variant, "quantity", quantity));
    assertNull(made.getJsonObject("cart"));
    JsonObject error = error(made);
    assertEquals(code, error.getString("code"));
    assertEquals(
        new JsonArray().add("input").add("lines").add("0").add(field), error.getJsonArray("field"));
  }

  @Test
  void rejectsUnknownCartAndTooManyLines() {
    JsonObject none =
        data(
            SHOP.ask(
                "mutation { cartNoteUpdate(cartId: \"gid://shopify/Cart/0\", note: \"x\") {"
                    + CART
                    + "} }"),
            "cartNoteUpdate");
    assertEquals("INVALID", error(none).getString("code"));
    JsonObject[] lines =
        IntStream.range(0, 51)
            .mapToObj(i -> JsonArray.of(JsonObject.of("key", "n", "value", "" + i)))
            .map(attributes -> line(0, 1).put("attributes", attributes))
            .toArray(JsonObject[]::new);
    assertNull(create(lines).getJsonObject("cart"));
  }

  @Test
  void removesDeletedProductsFromCart() {
    JsonObject gone = SHOP.sell("Gone", "1", JsonObject.of("S", 1));
    String variant = variant(gone, 0).getString("id");
    JsonObject cart =
        create(JsonObject.of("merchandiseId", variant, "quantity", 1)).getJsonObject("cart");
    SHOP.owner("DELETE", "/api/proxy/products/" + gone.getString("legacyId")).send();
    assertEquals(0, quantity(cart.getString("id")));
  }

  /** Anonymous clients can store attributes, so they are limited for a line and a cart. */
  @ParameterizedTest
  @CsvSource({
    "20, 1000, true",
    "21, 1, false",
    "1, 1001, false",
  })
  void limitsAttributesOfLine(int count, int length, boolean taken) {
    JsonObject made = create(line(0, 1).put("attributes", attributes(count, length)));
    assertEquals(taken, made.getJsonObject("cart") != null, made.encode());
    assertEquals(taken ? 0 : 1, made.getJsonArray("userErrors").size());
  }

  @Test
  void limitsTotalAttributesOfCart() {
    JsonObject full = line(0, 1).put("attributes", attributes(20, 1_000));
    String cart = create(full).getJsonObject("cart").getString("id");
    JsonObject own = JsonObject.of("cartId", cart, "attributes", attributes(5, 999));
    assertEquals(new JsonArray(), setAttributes(own).getJsonArray("userErrors"));
    JsonObject refused = setAttributes(own.put("attributes", attributes(6, 1_000)));
    assertEquals("INVALID", error(refused).getString("code"));
    JsonObject lines = JsonObject.of("cartId", cart);
    JsonObject more = line(1, 1).put("attributes", attributes(1, 1_000));
    JsonObject added =
        ask("cartLinesAdd", "lines", "[CartLineInput!]!", lines.put("lines", List.of(more)));
    assertEquals("attributes", error(added).getJsonArray("field").getString(0));
    assertEquals(1, quantity(cart));
    assertEquals(
        2,
        change("cartLinesAdd", cart, "lines: [{merchandiseId: \"" + legacy(1) + "\"}]")
            .getInteger("totalQuantity"));
  }

  @ParameterizedTest
  @CsvSource({"5000, 0", "5001, 1"})
  void limitsNoteLength(int length, int errors) {
    String cart = create(line(0, 1)).getJsonObject("cart").getString("id");
    JsonObject variables = JsonObject.of("cartId", cart, "note", "x".repeat(length));
    JsonObject payload = ask("cartNoteUpdate", "note", "String", variables);
    assertEquals(errors, payload.getJsonArray("userErrors").size());
  }

  private static JsonObject error(JsonObject payload) {
    return payload.getJsonArray("userErrors").getJsonObject(0);
  }

  private static int quantity(String cart) {
    return data(SHOP.ask("{ cart(id: \"" + cart + "\") { totalQuantity } }"), "cart")
        .getInteger("totalQuantity");
  }

  private static JsonArray attributes(int count, int length) {
    JsonArray attributes = new JsonArray();
    IntStream.range(0, count)
        .mapToObj(i -> JsonObject.of("key", "", "value", "x".repeat(length)))
        .forEach(attributes::add);
    return attributes;
  }

  private static JsonObject setAttributes(JsonObject variables) {
    return ask("cartAttributesUpdate", "attributes", "[AttributeInput!]!", variables);
  }

  /** Sends a cart mutation with one argument besides the cart's ID. */
  private static JsonObject ask(
      String mutation, String argument, String type, JsonObject variables) {
    String query =
        "mutation($cartId: ID!, $%2$s: %3$s) { %1$s(cartId: $cartId, %2$s: $%2$s) { %4$s } }"
            .formatted(mutation, argument, type, CART);
    return data(SHOP.ask(query, variables), mutation);
  }

  private static JsonObject create(JsonObject... lines) {
    JsonObject input = JsonObject.of("lines", new JsonArray(List.of(lines)));
    JsonObject variables = JsonObject.of("input", input);
    return data(
        SHOP.ask(
            "mutation CartCreate($input: CartInput!) { cartCreate(input: $input) {" + CART + "} }",
            variables),
        "cartCreate");
  }

  private static JsonObject change(String mutation, String id, String argument) {
    String query =
        "mutation { " + mutation + "(cartId: \"" + id + "\", " + argument + ") {" + CART + "} }";
    JsonObject payload = data(SHOP.ask(query), mutation);
    assertEquals(new JsonArray(), payload.getJsonArray("userErrors"));
    return payload.getJsonObject("cart");
  }

  private static JsonObject line(int variant, int quantity) {
    return JsonObject.of(
        "merchandiseId", variant(book, variant).getString("id"), "quantity", quantity);
  }

  private static String legacy(int variant) {
    return variant(book, variant).getString("legacyId");
  }

  private static JsonObject node(JsonObject cart, int index) {
    JsonArray edges = cart.getJsonObject("lines").getJsonArray("edges");
    return edges.getJsonObject(index).getJsonObject("node");
  }

  private static String total(JsonObject cart) {
    return cart.getJsonObject("cost").getJsonObject("totalAmount").getString("amount");
  }
}
