package dev.gatehouse.storefront;

import static dev.gatehouse.storefront.Shop.GRAPHQL;
import static dev.gatehouse.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The local provider's GraphQL: what is documented, and what is no good. */
class GraphqlTest {
  private static final String FIRST_PRODUCTS =
      """
      query FirstProducts {
        products(first: 10) {
          edges { node {
            id title handle
            priceRange { minVariantPrice { amount currencyCode } }
            variants(first: 5) { edges { node { id title availableForSale price { amount } } } }
          } }
        }
      }
      """;
  private static final String ALL_PRODUCTS =
      """
      query AllProducts($first: Int!, $after: String) {
        products(first: $first, after: $after, sortKey: UPDATED_AT, reverse: true) {
          pageInfo { hasNextPage endCursor }
          edges { node {
            id title handle description productType vendor tags availableForSale updatedAt
            onlineStoreUrl featuredImage { url altText }
            priceRange {
              minVariantPrice { amount currencyCode } maxVariantPrice { amount currencyCode }
            }
            variants(first: 100) { edges { node {
              id title sku availableForSale price { amount currencyCode }
              selectedOptions { name value } } } }
          } }
        }
      }
      """;
  private static final String CART =
      """
      cart { id checkoutUrl totalQuantity note cost { totalAmount { amount currencyCode } }
        lines(first: 100) { edges { node {
          id quantity merchandise { ... on ProductVariant { id title product { title } } } } } } }
      userErrors { code field message }
      """;

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static final Shop SHOP = new Shop(NODE);
  private static JsonObject book;

  @BeforeAll
  static void stock() {
    book = SHOP.sell("Book", "12.5", new JsonObject().put("hard", 3).put("soft", 9).put("e", 0));
    IntStream.range(0, 12).forEach(i -> SHOP.sell("Cup " + i, "4", new JsonObject().put("S", 1)));
  }

  @Test
  void theDocumentedProductsQueryIsAnswered() {
    JsonArray edges = data(SHOP.ask(FIRST_PRODUCTS), "products").getJsonArray("edges");
    assertEquals(10, edges.size());
    JsonObject node = edges.getJsonObject(0).getJsonObject("node");
    assertEquals(book.getString("id"), node.getString("id"));
    assertEquals(
        new JsonObject().put("amount", "12.50").put("currencyCode", "USD"),
        node.getJsonObject("priceRange").getJsonObject("minVariantPrice"));
    assertEquals(3, node.getJsonObject("variants").getJsonArray("edges").size());
  }

  @Test
  void pagesFollowOneAnotherUntilTheLast() {
    JsonObject variables = new JsonObject().put("first", 5);
    Set<String> seen = new HashSet<>();
    boolean more = true;
    for (int page = 0; more; page++) {
      JsonObject products = data(SHOP.ask(ALL_PRODUCTS, variables), "products");
      products.getJsonArray("edges").stream()
          .map(edge -> ((JsonObject) edge).getJsonObject("node").getString("id"))
          .forEach(seen::add);
      more = products.getJsonObject("pageInfo").getBoolean("hasNextPage");
      variables.put("after", products.getJsonObject("pageInfo").getString("endCursor"));
      assertTrue(page < 10);
    }
    assertEquals(13, seen.size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "products(first: 2, reverse: true) { nodes { title } }|Cup 11,Cup 10",
        "products(last: 2) { nodes { title } }|Cup 10,Cup 11",
        "products(first: 2, sortKey: PRICE, reverse: true) { nodes { title } }|Book,Cup 11",
        "products(first: 9, query: \"title:boo\") { nodes { title } }|Book",
        "products(first: 9, query: \"cup 7\") { nodes { title } }|Cup 7",
        "products(first: 9, query: \"tag:none\") { nodes { title } }|''",
      })
  void productsAreOrderedAndFound(String field, String titles) {
    JsonArray nodes = data(SHOP.ask("{" + field + "}"), "products").getJsonArray("nodes");
    assertEquals(
        titles,
        nodes.stream()
            .map(node -> ((JsonObject) node).getString("title"))
            .collect(Collectors.joining(",")));
  }

  @Test
  void oneProductIsFoundByIdOrHandle() {
    String id = book.getString("id");
    String handle = book.getString("handle");
    String fields =
        "{ id isGiftCard totalInventory options { name values } descriptionHtml seo { title } }";
    JsonObject found = data(SHOP.ask("{ product(id: \"" + id + "\") " + fields + "}"), "product");
    assertEquals(id, found.getString("id"));
    assertEquals(12, found.getInteger("totalInventory"));
    assertEquals(
        found, data(SHOP.ask("{ product(handle: \"" + handle + "\") " + fields + "}"), "product"));
    assertNull(data(SHOP.ask("{ product(handle: \"none\") { id } }"), "product"));
    assertNull(data(SHOP.ask("{ product { id } }"), "product"));
  }

  @Test
  void aCartIsMadeAndChanged() {
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
  void aWrongLineIsAUserError(String id, int quantity, String code, String field) {
    String variant = id.startsWith("%") ? legacy(Integer.parseInt(id.substring(1))) : id;
    JsonObject made =
        create(new JsonObject().put("merchandiseId", variant).put("quantity", quantity));
    assertNull(made.getJsonObject("cart"));
    JsonObject error = made.getJsonArray("userErrors").getJsonObject(0);
    assertEquals(code, error.getString("code"));
    assertEquals(
        new JsonArray().add("input").add("lines").add("0").add(field), error.getJsonArray("field"));
  }

  @Test
  void anUnknownCartAndTooManyLinesAreUserErrors() {
    JsonObject none =
        data(
            SHOP.ask(
                "mutation { cartNoteUpdate(cartId: \"gid://shopify/Cart/0\", note: \"x\") {"
                    + CART
                    + "} }"),
            "cartNoteUpdate");
    assertEquals("INVALID", none.getJsonArray("userErrors").getJsonObject(0).getString("code"));
    JsonArray lines = new JsonArray();
    for (int i = 0; i < 51; i++) {
      lines.add(
          line(0, 1)
              .put(
                  "attributes",
                  new JsonArray().add(new JsonObject().put("key", "n").put("value", "" + i))));
    }
    JsonObject many = create(lines);
    assertNull(many.getJsonObject("cart"));
  }

  @Test
  void aCartForgetsWhatIsSoldNoMore() {
    JsonObject gone = SHOP.sell("Gone", "1", new JsonObject().put("S", 1));
    String variant = variant(gone, 0).getString("id");
    JsonObject cart =
        create(new JsonObject().put("merchandiseId", variant).put("quantity", 1))
            .getJsonObject("cart");
    SHOP.owner("DELETE", "/api/proxy/products/" + gone.getString("legacyId")).send();
    JsonObject read =
        data(SHOP.ask("{ cart(id: \"" + cart.getString("id") + "\") { totalQuantity } }"), "cart");
    assertEquals(0, read.getInteger("totalQuantity"));
  }

  static List<Arguments> floods() {
    String deep = "{ products(first: 1) { nodes { variants(first: 1) { nodes { product {";
    String up = "} } } } }";
    return List.of(
        flood("MAX_DEPTH_EXCEEDED", "{" + deep.substring(1).repeat(5) + "id" + up.repeat(5) + "}"),
        flood(
            "MAX_ALIASES_EXCEEDED",
            IntStream.range(0, 51)
                .mapToObj(i -> "a" + i + ": shop { name }")
                .collect(Collectors.joining(" ", "{", "}"))),
        flood(
            "MAX_COMPLEXITY_EXCEEDED",
            "{ products(first: 250) { nodes { variants(first: 250) { nodes { id sku } } } } }"),
        flood("MAX_COMPLEXITY_EXCEEDED", bomb(40)),
        flood(
            "CIRCULAR_FRAGMENT",
            "{ ...A } fragment A on QueryRoot { ...B }" + " fragment B on QueryRoot { ...A }"),
        flood(
            "MAX_MUTATIONS_EXCEEDED",
            "mutation { ...M } fragment M on Mutation {"
                + IntStream.range(0, 6)
                    .mapToObj(i -> "c" + i + ": cartCreate { cart { id } }")
                    .collect(Collectors.joining(" "))
                + "}"),
        flood(
            "MAX_OPERATIONS_EXCEEDED",
            IntStream.range(0, 11)
                .mapToObj(i -> "query Q" + i + " { shop { name } }")
                .collect(Collectors.joining(" "))));
  }

  private static Arguments flood(String code, String query) {
    return Arguments.of(code, query);
  }

  /** Fragments of which each spreads the next one twice. */
  private static String bomb(int size) {
    return IntStream.range(0, size)
        .mapToObj(i -> "fragment F" + i + " on Product { ...F" + (i + 1) + " ...F" + (i + 1) + " }")
        .collect(
            Collectors.joining(
                " ",
                "{ products(first: 1) { nodes { ...F0 } } } ",
                " fragment F" + size + " on Product { id }"));
  }

  @ParameterizedTest
  @MethodSource("floods")
  void whatWouldTakeTooMuchIsNotExecuted(String code, String query) {
    assertEquals(code, SHOP.refused(query));
  }

  @Test
  void tensOfThousandsOfTokensAreNotParsed() {
    String reply = SHOP.refused("{" + "a ".repeat(20_000) + "}");
    assertTrue(reply.contains("tokens"), reply);
    SHOP.refused(
        "{ products(query: " + "[".repeat(4_000) + "]".repeat(900) + ") { nodes { id } } }");
  }

  @Test
  void fieldsThatOverlapByTheThousandAreSettledSoon() {
    String fields = "x: title ".repeat(40) + "title ".repeat(1_500);
    Client.Reply reply =
        assertTimeoutPreemptively(
            Duration.ofSeconds(5),
            () -> SHOP.send("{ products(first: 1) { nodes {" + fields + "} } }", new JsonObject()));
    assertEquals(200, reply.status());
  }

  @Test
  void theSchemaIsToldOnceAndInGoodFaith() {
    JsonObject told = data(SHOP.ask("{ __schema { types { name fields { name } } } }"), "__schema");
    assertTrue(told.getJsonArray("types").size() > 40);
    assertEquals(
        "MAX_INTROSPECTION_EXCEEDED",
        SHOP.refused("{ a: __schema { types { name } } b: __schema { types { name } } }"));
    SHOP.refused(
        "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ products(first: 251) { nodes { id } } }",
        "{ products(first: -1) { nodes { id } } }",
        "{ products { nodes { id } } }",
        "{ products(first: 1, last: 1) { nodes { id } } }",
        "{ products(first: 1, after: \"???\") { nodes { id } } }",
        "{ products(first: 99999999999) { nodes { id } } }",
        "{ products(first: 1) { nodes { nope } } }",
        "{ nope",
        "subscription { x }",
        "query A { shop { name } } query B { shop { name } }",
        "query A($n: Int!) { products(first: $n) { nodes { id } } }",
      })
  void aWrongDocumentIsAnErrorInItsAnswer(String query) {
    JsonObject reply = SHOP.ask(query);
    assertFalse(reply.getJsonArray("errors").isEmpty(), reply.encode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"query\":\"\"}",
        "{\"query\":5}",
        "{\"variables\":{}}",
        "{\"query\":\"{shop{name}}\",\"variables\":[]}",
        "{\"query\":\"{shop{name}}\",\"variables\":{\"a\":1e999}}",
        "[]",
        "{\"query\":\"{shop{name}}\",\"more\":1}",
      })
  void aWrongRequestIsRefused(String body) {
    Client.Reply reply =
        NODE.client()
            .request("POST", GRAPHQL)
            .body("application/json", body.getBytes(StandardCharsets.UTF_8))
            .send();
    assertEquals(400, reply.status(), reply.text());
  }

  private static JsonObject create(JsonObject... lines) {
    return create(new JsonArray(List.of(lines)));
  }

  private static JsonObject create(JsonArray lines) {
    JsonObject variables = new JsonObject().put("input", new JsonObject().put("lines", lines));
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
    return new JsonObject()
        .put("merchandiseId", variant(book, variant).getString("id"))
        .put("quantity", quantity);
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

  private static JsonObject data(JsonObject reply, String field) {
    assertFalse(reply.containsKey("errors"), reply.encode());
    return reply.getJsonObject("data").getJsonObject(field);
  }
}
