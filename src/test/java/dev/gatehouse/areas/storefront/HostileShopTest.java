package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.variant;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
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
  @RegisterExtension
  static final TestNode NODE = new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0");

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
    book = SHOP.sell("Book \uD83D\uDE00 <b>&\"'", "12.50", new JsonObject().put("$one.\u00e9", 40));
  }

  private static String variantId() {
    return variant(book, 0).getString("id");
  }

  private static String cart() {
    JsonObject made = SHOP.ask("mutation { cartCreate { cart { id } } }");
    return made.getJsonObject("data")
        .getJsonObject("cartCreate")
        .getJsonObject("cart")
        .getString("id");
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
  @ValueSource(
      strings = {
        "1e400",
        "1e999999999",
        "99999999999",
        "1.5",
        "{\"$gt\":0}",
        "-1",
        "100",
      })
  void noQuantityOfACartIsAnInternalErrorNorTaken(String quantity) {
    String id = cart();
    String lines = "[{\"merchandiseId\":\"" + variantId() + "\",\"quantity\":" + quantity + "}]";
    Client.Reply reply = sendRaw(ADD, "{\"id\":\"" + id + "\",\"lines\":" + lines + "}");
    assertNotEquals(500, reply.status(), reply.text());
    JsonObject found =
        SHOP.ask(
            "query($id: ID!) { cart(id: $id) { totalQuantity } }", new JsonObject().put("id", id));
    assertEquals(0, found.getJsonObject("data").getJsonObject("cart").getInteger("totalQuantity"));
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
    String body =
        new JsonObject().put("query", query).encode().replaceFirst("\\}$", ",\"variables\":@@}");
    return NODE.client()
        .request("POST", Shop.GRAPHQL)
        .body("application/json", body.replace("@@", variables).getBytes(StandardCharsets.UTF_8))
        .send();
  }

  /** Every addition that got 200 is counted, and the only other status is 503. */
  @Test
  void keepsEveryConcurrentCartChange() throws Exception {
    String id = cart();
    JsonObject line = new JsonObject().put("merchandiseId", variantId()).put("quantity", 1);
    JsonObject variables = new JsonObject().put("id", id).put("lines", new JsonArray().add(line));
    Callable<Client.Reply> add = () -> SHOP.send(ADD, variables);
    int added = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Client.Reply> future : threads.invokeAll(Collections.nCopies(30, add))) {
        Client.Reply reply = future.get();
        assertTrue(Set.of(200, 503).contains(reply.status()), reply.text());
        added += reply.status() == 200 ? 1 : 0;
      }
    }
    JsonObject found =
        SHOP.ask(
            "query($id: ID!) { cart(id: $id) { totalQuantity } }", new JsonObject().put("id", id));
    assertEquals(
        added, found.getJsonObject("data").getJsonObject("cart").getInteger("totalQuantity"));
    assertTrue(added > 20, "only " + added + " were let through");
  }

  /** Every page of the order escapes names and labels as text. */
  @Test
  void escapesNamesInPages() {
    String product = NODE.client().get("/storefront/shop/" + book.getString("handle")).text();
    assertTrue(product.contains("&lt;b&gt;&amp;"), product);
    String path = "/cart/" + variant(book, 0).getString("legacyId") + ":1";
    JsonObject form = FORMS.form(path).put("name", "<script>alert(1)</script>\"'");
    assertEquals(200, FORMS.send(path, form.copy().put("email", "none")).status());
    String again = FORMS.send(path, form.copy().put("email", "none")).text();
    assertTrue(again.contains("&lt;script>alert(1)"), again);
    assertTrue(!again.contains("<script>"), again);
    String order = FORMS.path(FORMS.send(path, form).header("Location"));
    assertTrue(NODE.client().get(order).text().contains("&lt;b&gt;"), order);
    assertEquals(303, FORMS.act(order, "cancel").status());
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
    String path = "/cart/" + variant(book, 0).getString("legacyId") + ":2";
    long before = FORMS.count(book.getString("title"));
    Client.Reply reply = FORMS.send(path, FORMS.form(path).put(field, value));
    assertEquals(status, reply.status(), reply.text());
    assertEquals(before, FORMS.count(book.getString("title")));
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

  /**
   * Returns fragments that each spread the next fragment twice, so the size doubles per fragment.
   */
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
    Client.Reply reply =
        assertTimeoutPreemptively(
            Duration.ofSeconds(30),
            () -> SHOP.send("{ products(first: 1) { nodes {" + fields + "} } }", new JsonObject()));
    assertEquals(200, reply.status());
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
