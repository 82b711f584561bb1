package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Words;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on the local shop: invalid numbers, names and hosts, and 30 concurrent clients. */
class HostileShopTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);
  private static final String ADD =
      """
      mutation A($id: ID!, $lines: [CartLineInput!]!) {
        cartLinesAdd(cartId: $id, lines: $lines) { cart { totalQuantity } userErrors { code } }
      }
      """;

  private static JsonObject book;

  @BeforeAll
  static void stock() {
    book = SHOP.sell("Book \uD83D\uDE00 <b>&\"'", "12.50", JsonObject.of("$one.\u00e9", 40));
  }

  private static String variantId() {
    return variant(book, 0).getString("id");
  }

  private static String cart() {
    JsonObject made = SHOP.ask("mutation { cartCreate { cart { id } } }");
    return Shop.data(made, "cartCreate").getJsonObject("cart").getString("id");
  }

  private static int quantity(String cart) {
    String query = "query($id: ID!) { cart(id: $id) { totalQuantity } }";
    JsonObject found = SHOP.ask(query, JsonObject.of("id", cart));
    return Shop.data(found, "cart").getInteger("totalQuantity");
  }

  /** An invalid host must not cause an internal error. */
  @ParameterizedTest
  @ValueSource(strings = {"a|b", "[::1]:80", "x{y}", "ex\u00e4mple"})
  void handlesInvalidHostHeaders(String host) throws IOException {
    String body =
        "{\"query\":\"{ shop { primaryDomain { host url } } products(first: 1)"
            + " { nodes { onlineStoreUrl } } }\"}";
    String head =
        "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n";
    try (RawClient raw = NODE.raw()) {
      RawClient.Reply reply =
          raw.send(head.formatted(Shop.GRAPHQL, host, body.length()) + body).read(false);
      assertTrue(Set.of(200, 400).contains(reply.status()), host + ": " + reply.text());
    }
  }

  @ParameterizedTest
  @Words("1e400 1e999999999 99999999999 1.5 {\"$gt\":0} -1 100")
  void noQuantityOfACartIsAnInternalErrorNorTaken(String quantity) {
    String id = cart();
    String lines = "[{\"merchandiseId\":\"" + variantId() + "\",\"quantity\":" + quantity + "}]";
    Client.Reply reply = sendRaw(ADD, "{\"id\":\"" + id + "\",\"lines\":" + lines + "}");
    assertNotEquals(500, reply.status(), reply.text());
    assertEquals(0, quantity(id));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e400", "1e999999999", "99999999999999999999"})
  void rejectsHugeProductCounts(String first) {
    String query =
        "query($n: Int!) { products(first: $n) { nodes { id variants(first: $n) { nodes { id } } } } }";
    Client.Reply reply = sendRaw(query, "{\"n\":" + first + "}");
    assertTrue(Set.of(200, 400).contains(reply.status()), reply.text());
    assertTrue(reply.status() == 400 || reply.json().containsKey("errors"), reply.text());
  }

  private static Client.Reply sendRaw(String query, String variables) {
    String body = JsonObject.of("query", query).encode().replaceFirst("\\}$", ",\"variables\":@@}");
    return NODE.request("POST", Shop.GRAPHQL)
        .body("application/json", body.replace("@@", variables))
        .send();
  }

  /** Every addition that got 200 is counted, and the only other status is 503. */
  @Test
  void keepsEveryConcurrentCartChange() throws Exception {
    String id = cart();
    JsonObject line = JsonObject.of("merchandiseId", variantId(), "quantity", 1);
    JsonObject variables = JsonObject.of("id", id, "lines", new JsonArray().add(line));
    int added = 0;
    for (Client.Reply reply : Concurrently.times(30, i -> SHOP.send(ADD, variables))) {
      assertTrue(Set.of(200, 503).contains(reply.status()), reply.text());
      added += reply.status() == 200 ? 1 : 0;
    }
    assertEquals(added, quantity(id));
    assertTrue(added > 20, "only " + added + " were let through");
  }

  @ParameterizedTest
  @CsvSource({
    "key, ../../x, 200",
    "total, 1e400, 200",
    "total, 0.01, 200",
    "email, 'a@b.c\r\nBcc: x@y.z', 400",
    "action, pay, 400",
  })
  void rejectsForgedForm(String field, String value, int status) {
    String path = Shop.cart(book, 2);
    long before = FORMS.count(book.getString("title"));
    FORMS.send(path, FORMS.form(path).put(field, value)).expect(status);
    assertEquals(before, FORMS.count(book.getString("title")));
  }

  static List<Arguments> floods() {
    String deep = "{ products(first: 1) { nodes { variants(first: 1) { nodes { product {";
    String up = "} } } } }";
    return List.of(
        Arguments.of(
            "MAX_DEPTH_EXCEEDED", "{" + deep.substring(1).repeat(5) + "id" + up.repeat(5) + "}"),
        Arguments.of("MAX_ALIASES_EXCEEDED", "{" + many(51, "a%s: shop { name } ") + "}"),
        Arguments.of(
            "MAX_COMPLEXITY_EXCEEDED",
            "{ products(first: 250) { nodes { variants(first: 250) { nodes { id sku } } } } }"),
        Arguments.of("MAX_COMPLEXITY_EXCEEDED", bomb(40)),
        Arguments.of(
            "CIRCULAR_FRAGMENT",
            "{ ...A } fragment A on QueryRoot { ...B }" + " fragment B on QueryRoot { ...A }"),
        Arguments.of(
            "MAX_MUTATIONS_EXCEEDED",
            "mutation { ...M } fragment M on Mutation {"
                + many(6, "c%s: cartCreate { cart { id } } ")
                + "}"),
        Arguments.of("MAX_OPERATIONS_EXCEEDED", many(11, "query Q%s { shop { name } } ")));
  }

  /** Returns a part repeatedly, each with its number. */
  private static String many(int count, String part) {
    return IntStream.range(0, count).mapToObj(part::formatted).collect(Collectors.joining());
  }

  /** Returns fragments that each spread the next one twice, so the size doubles. */
  private static String bomb(int size) {
    return IntStream.range(0, size)
        .mapToObj(i -> "fragment F%1$s on Product { ...F%2$s ...F%2$s } ".formatted(i, i + 1))
        .collect(Collectors.joining("", "{ products(first: 1) { nodes { ...F0 } } } ", ""))
        .concat("fragment F" + size + " on Product { id }");
  }

  @ParameterizedTest
  @MethodSource("floods")
  void rejectsExpensiveQueries(String code, String query) {
    assertEquals(code, SHOP.refused(query));
  }

  @Test
  void rejectsQueryWithTooManyTokens() {
    String reply = SHOP.refused("{" + "a ".repeat(20_000) + "}");
    assertTrue(reply.contains("tokens"), reply);
    SHOP.refused(
        "{ products(query: " + "[".repeat(4_000) + "]".repeat(900) + ") { nodes { id } } }");
  }

  @Test
  void mergesThousandsOfOverlappingFieldsQuickly() {
    String fields = "x: title ".repeat(40) + "title ".repeat(1_500);
    assertTimeoutPreemptively(
            Duration.ofSeconds(30),
            () -> SHOP.send("{ products(first: 1) { nodes {" + fields + "} } }", new JsonObject()))
        .expect(200);
  }

  @Test
  void limitsIntrospection() {
    JsonObject reported =
        Shop.data(SHOP.ask("{ __schema { types { name fields { name } } } }"), "__schema");
    assertTrue(reported.getJsonArray("types").size() > 40);
    assertEquals(
        "MAX_INTROSPECTION_EXCEEDED",
        SHOP.refused("{ a: __schema { types { name } } b: __schema { types { name } } }"));
    SHOP.refused(
        "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }");
  }
}
