package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.commerce.MarketplaceSimulator.published;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Words;
import dev.gatehouse.areas.commerce.MarketplaceSimulator;
import dev.gatehouse.areas.commerce.MarketplaceSimulator.Said;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Storefront in front of an external shop, which a simulator plays on loopback. */
class OtherShopTest {
  private static final MarketplaceSimulator SIMULATOR = new MarketplaceSimulator();
  private static final String HEADER = "X-Shopify-Storefront-Access-Token";
  private static final String TOKEN = "public-token-1";
  private static final String PRODUCTS = "/storefront/products";
  private static final String CREATE =
      "mutation C($input: CartInput) { cartCreate(input: $input) { cart { id } } }";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("STOREFRONT_PROVIDER", "shopify")
          .with("STOREFRONT_URL", SIMULATOR.url() + "/")
          .with("STOREFRONT_TOKEN", TOKEN);

  /** Advances the clock until circuit breakers and caches of the previous test have expired. */
  @BeforeEach
  void heal() {
    NODE.clock.advance(Duration.ofDays(2));
  }

  @Test
  void listsAndCachesAllPages() {
    SIMULATOR.at(
        Shop.GRAPHQL,
        asked -> new Said(200, asked.body().contains("\"after\"") ? last() : first()));
    int before = SIMULATOR.asked(Shop.GRAPHQL).size();
    JsonArray products = NODE.get(PRODUCTS).json().getJsonArray("products");
    assertEquals(2, products.size());
    JsonObject tee = products.getJsonObject(0);
    assertEquals("gid://shopify/Product/7982301118526", tee.getString("id"));
    assertEquals("7982301118526", tee.getString("legacyId"));
    assertEquals("https://shop.example/products/example-tee", tee.getString("url"));
    assertEquals("24.0", tee.getJsonObject("price").getString("amount"));
    assertEquals(
        SIMULATOR.url() + "/cart/43696963526718:1",
        tee.getJsonArray("variants").getJsonObject(0).getString("cartUrl"));
    JsonObject mug = products.getJsonObject(1);
    assertEquals(SIMULATOR.url() + "/products/unlisted-mug", mug.getString("url"));
    assertNull(mug.getString("image"));
    NODE.get("/storefront/llms.json").has("Example Tee");
    assertEquals(2, SIMULATOR.asked(Shop.GRAPHQL).size() - before);
    assertEquals(
        TOKEN,
        SIMULATOR.asked(Shop.GRAPHQL).getLast().headers().get(HEADER.toLowerCase(Locale.ROOT)));
    SIMULATOR.at(Shop.GRAPHQL, 500, "{}");
    NODE.clock.advance(Duration.ofHours(2));
    Client.Reply stale = NODE.get(PRODUCTS);
    assertEquals(products, stale.json().getJsonArray("products"));
    assertEquals(true, stale.json().getBoolean("stale"), stale.text());
    assertTrue(stale.json().getString("staleReason").contains("storefront"), stale.text());
    // The clock jumps by two hours, and the real time since the first answer is added.
    int age = Integer.parseInt(stale.header("Age"));
    assertTrue(age >= 7_200 && age < 7_300, stale.header("Age"));
  }

  private static String first() {
    return published("storefront/all_products_page.json");
  }

  /** Returns a last page with the same product, as if it had changed meanwhile. */
  private static String last() {
    return first().replace("\"hasNextPage\": true", "\"hasNextPage\": false");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "500|{}|502",
        "401|{\"errors\":[]}|502",
        "402|{}|502",
        "423|{}|502",
        "430|{}|503",
        "429|{}|503",
        "200|<html>|502",
        "200|[]|502",
        "200|{}|502",
        "200|{\"data\":{\"products\":5}}|502",
        "200|{\"data\":null}|502",
        "200|{\"data\":{\"products\":{\"edges\":[{\"node\":null},"
            + "{\"node\":{\"id\":\"gid://shopify/Product/1\"}}]}}}|502",
        "200|{\"data\":{}}|502",
        "200|{\"data\":{\"products\":{}}}|502",
        "200|{\"data\":{\"products\":{\"pageInfo\":{\"hasNextPage\":true},\"edges\":[]}}}|502",
        "200|{\"data\":{\"products\":{\"pageInfo\":{\"hasNextPage\":true,\"endCursor\":\"c\"},"
            + "\"edges\":[]}}}|502",
        "200|{\"errors\":[{\"message\":\"x\",\"extensions\":{\"code\":\"undefinedField\"}}]}|502",
        "200|{\"errors\":[{\"message\":\"\",\"extensions\":{\"code\":\"UNAUTHORIZED\"}}]}|502",
        "200|{\"errors\":[{\"message\":\"Throttled\",\"extensions\":{\"code\":\"THROTTLED\"}}]}|503",
      })
  void aShopThatFailsIsTold(int status, String body, int reported) {
    SIMULATOR.at(Shop.GRAPHQL, status, body);
    for (String path : new String[] {PRODUCTS, "/storefront/llms.json"}) {
      NODE.get(path).expect(reported).lacks("undefinedField", "UNAUTHORIZED");
    }
  }

  /** Invalid amounts, amounts that would fill a reply with zeros, and missing lists. */
  @ParameterizedTest
  @Words("\"1e400\" \"1e999999999\" \"24,0\" \"-1\" \"\" null {}")
  void anOddPriceHidesNoOtherProduct(String amount) {
    JsonObject page = new JsonObject(last());
    JsonObject tee = node(page);
    JsonObject odd = tee.copy().put("id", "gid://shopify/Product/2");
    odd.getJsonObject("priceRange")
        .put("minVariantPrice", JsonObject.of("currencyCode", "USD", "amount", "@@"));
    JsonObject bare = tee.copy().put("id", "gid://shopify/Product/3").put("tags", null);
    bare.put("variants", new JsonObject()).put("featuredImage", new JsonObject());
    edges(page).add(JsonObject.of("node", odd)).add(null).add(JsonObject.of("node", bare));
    SIMULATOR.at(Shop.GRAPHQL, 200, page.encode().replace("\"@@\"", amount));
    Client.Reply reply = NODE.get(PRODUCTS).expect(200);
    String all = reply.json().getJsonArray("products").encode();
    assertTrue(all.contains("Product/3\"") && !all.contains("Product/2\""), all);
    assertEquals(2, reply.json().getInteger("unreadable"));
    NODE.get("/storefront/llms.json").expect(200);
  }

  private static JsonObject node(JsonObject page) {
    return edges(page).getJsonObject(0).getJsonObject("node");
  }

  private static JsonArray edges(JsonObject page) {
    return page.getJsonObject("data").getJsonObject("products").getJsonArray("edges");
  }

  /** Variants come in pages of 100, 250, 250 and 20. An endless list is cut off as incomplete. */
  @ParameterizedTest
  @CsvSource({"620, 620, true, 3", "1000000, 15100, false, 60"})
  void readsAllVariantPagesUpToLimit(int variants, int shown, boolean complete, int more) {
    SIMULATOR.at(Shop.GRAPHQL, asked -> new Said(200, variantsFrom(asked.body(), variants)));
    int before = SIMULATOR.asked(Shop.GRAPHQL).size();
    JsonObject reply = NODE.get(PRODUCTS).json();
    JsonArray all = reply.getJsonArray("products").getJsonObject(0).getJsonArray("variants");
    assertEquals(shown, all.size());
    assertEquals(
        shown, all.stream().map(each -> ((JsonObject) each).getString("id")).distinct().count());
    assertEquals(complete, reply.getBoolean("complete"));
    assertEquals(more + 1, SIMULATOR.asked(Shop.GRAPHQL).size() - before);
  }

  private static String variantsFrom(String asked, int total) {
    JsonObject variables = new JsonObject(asked).getJsonObject("variables");
    boolean more = variables.containsKey("id");
    int from = more ? Integer.parseInt(variables.getString("after")) : 0;
    int until = Math.min(total, from + (more ? 250 : 100));
    JsonObject page = new JsonObject(last());
    JsonObject product = node(page);
    JsonArray variants = product.getJsonObject("variants").getJsonArray("edges");
    JsonObject one = variants.getJsonObject(0).getJsonObject("node");
    List<JsonObject> edges =
        IntStream.range(from, until)
            .mapToObj(i -> one.copy().put("id", "gid://shopify/ProductVariant/" + i))
            .map(variant -> JsonObject.of("node", variant))
            .toList();
    JsonObject info =
        JsonObject.of("hasNextPage", until < total, "endCursor", Integer.toString(until));
    product.put("variants", JsonObject.of("pageInfo", info, "edges", edges));
    return more ? JsonObject.of("data", JsonObject.of("product", product)).encode() : page.encode();
  }

  @Test
  void forwardsDocumentedOperations() {
    SIMULATOR.at(Shop.GRAPHQL, 200, published("storefront/first_products_response.json"));
    Client.Reply products = ask("{ products(first: 10) { edges { node { id } } } }");
    assertEquals(
        new JsonObject(published("storefront/first_products_response.json")), products.json());
    SIMULATOR.at(Shop.GRAPHQL, 200, published("storefront/cart_create_response.json"));
    assertEquals(
        new JsonObject(published("storefront/cart_create_response.json")), ask(CREATE).json());
    JsonObject userError =
        new JsonObject(published("storefront/errors.json")).getJsonObject("user_error_200");
    SIMULATOR.at(Shop.GRAPHQL, 200, userError.encode());
    assertEquals(userError, ask(CREATE).json());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ shop { name } }",
        "{ products(first: 1) { nodes { id } } shop { name } }",
        "{ a: customer(customerAccessToken: \"x\") { id } }",
        "mutation { customerCreate(input: {email: \"a@b.c\", password: \"x\"}) { customer { id } } }",
        "mutation { products }",
        "query A { products(first: 1) { nodes { id } } } query B { shop { name } }",
        "{ ...F } fragment F on QueryRoot { products(first: 1) { nodes { id } } }",
        "{ __schema { types { name } } }",
        "{ products(first: 250) { nodes { variants(first: 250) { nodes { id sku } } } } }",
        "{ nope",
      })
  void nothingElseIsPassedOn(String query) {
    int before = SIMULATOR.asked(Shop.GRAPHQL).size();
    assertEquals(1, ask(query).expect(200).json().getJsonArray("errors").size());
    assertEquals(before, SIMULATOR.asked(Shop.GRAPHQL).size());
  }

  @Test
  void sendsCartCreationOnceWhenShopFails() {
    SIMULATOR.at(Shop.GRAPHQL, 500, "{}");
    long before = creations();
    ask(CREATE).expect(504);
    assertEquals(1, creations() - before);
    ask("{ products(first: 1) { nodes { id } } }").expect(502);
  }

  /** Returns the number of sent creations. The catalogue may be read at the same time. */
  private static long creations() {
    return SIMULATOR.asked(Shop.GRAPHQL).stream()
        .filter(asked -> asked.body().contains("cartCreate"))
        .count();
  }

  @Test
  void redirectsCartToShopAndChecksSavedVariants() {
    Client.Reply cart = NODE.get("/cart/43696963526718:2,1:1?discount=TEN").expect(302);
    assertEquals(
        SIMULATOR.url() + "/cart/43696963526718:2,1:1?discount=TEN", cart.header("Location"));
    NODE.get("/storefront/shop").expect(302);
    assertEquals(
        SIMULATOR.url() + "/products/a%3Fb", NODE.get("/storefront/shop/a%3Fb").header("Location"));
    SIMULATOR.at(Shop.GRAPHQL, 500, "{}");
    JsonObject saved =
        new JsonObject()
            .put("email", "ada@example.org")
            .put(
                "lines",
                new JsonArray().add(JsonObject.of("variantId", "43696963526718", "quantity", 1)));
    NODE.request("POST", Shop.SAVED).json(saved).expect(502);
    SIMULATOR.at(Shop.GRAPHQL, 200, last());
    NODE.clock.advance(Duration.ofMinutes(1));
    NODE.request("POST", Shop.SAVED).json(saved).expect(200);
  }

  private static Client.Reply ask(String query) {
    return NODE.request("POST", Shop.GRAPHQL)
        .header(HEADER, TOKEN)
        .json(JsonObject.of("query", query))
        .send();
  }
}
