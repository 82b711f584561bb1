package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.storefront.Shop.GRAPHQL;
import static dev.gatehouse.areas.storefront.Shop.data;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** GraphQL API of the local provider: documented queries, and invalid ones. */
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
  @RegisterExtension static final TestNode NODE = new TestNode();

  private static final Shop SHOP = new Shop(NODE);
  private static JsonObject book;

  @BeforeAll
  static void stock() {
    book = SHOP.sell("Book", "12.5", JsonObject.of("hard", 3, "soft", 9, "e", 0));
    IntStream.range(0, 12).forEach(i -> SHOP.sell("Cup " + i, "4", JsonObject.of("S", 1)));
  }

  @Test
  void answersDocumentedProductsQuery() {
    JsonArray edges = data(SHOP.ask(FIRST_PRODUCTS), "products").getJsonArray("edges");
    assertEquals(10, edges.size());
    JsonObject node = edges.getJsonObject(0).getJsonObject("node");
    assertEquals(book.getString("id"), node.getString("id"));
    assertEquals(
        JsonObject.of("amount", "12.50", "currencyCode", "USD"),
        node.getJsonObject("priceRange").getJsonObject("minVariantPrice"));
    assertEquals(3, node.getJsonObject("variants").getJsonArray("edges").size());
  }

  @Test
  void returnsEveryProductAcrossPages() {
    JsonObject variables = JsonObject.of("first", 9);
    JsonObject first = data(SHOP.ask(ALL_PRODUCTS, variables), "products");
    variables.put("after", first.getJsonObject("pageInfo").getString("endCursor"));
    JsonObject rest = data(SHOP.ask(ALL_PRODUCTS, variables), "products");
    assertFalse(rest.getJsonObject("pageInfo").getBoolean("hasNextPage"));
    JsonArray edges = first.getJsonArray("edges").addAll(rest.getJsonArray("edges"));
    assertEquals(13, edges.stream().distinct().count());
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

  /** Pages forwards and backwards contain the same products in opposite orders. */
  @ParameterizedTest
  @ValueSource(strings = {"ID", "TITLE", "PRICE", "UPDATED_AT", "PRODUCT_TYPE", "VENDOR"})
  void pagesInEveryOrder(String order) {
    List<String> forwards = pages("first: 5, sortKey: " + order, "after", "end", "hasNextPage");
    List<String> backwards =
        pages("last: 4, sortKey: " + order, "before", "start", "hasPreviousPage");
    assertEquals(13, Set.copyOf(forwards).size());
    assertEquals(forwards, backwards);
    List<String> reversed =
        pages("first: 3, reverse: true, sortKey: " + order, "after", "end", "hasNextPage");
    assertEquals(forwards.reversed(), reversed);
  }

  private static List<String> pages(String arguments, String from, String end, String more) {
    List<String> seen = new ArrayList<>();
    String cursor = "";
    JsonObject info;
    do {
      String query =
          "{products(%s%s) { nodes { title } pageInfo { %sCursor %s } } }"
              .formatted(arguments, cursor, end, more);
      JsonObject products = data(SHOP.ask(query), "products");
      List<String> titles =
          products.getJsonArray("nodes").stream()
              .map(node -> ((JsonObject) node).getString("title"))
              .toList();
      seen.addAll(from.equals("after") ? seen.size() : 0, titles);
      info = products.getJsonObject("pageInfo");
      cursor = ", %s: \"%s\"".formatted(from, info.getString(end + "Cursor"));
    } while (info.getBoolean(more));
    return seen;
  }

  @Test
  void findsProductByIdOrHandle() {
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

  @Test
  void aWrongRequestIsRefused() {
    String body = "{\"query\":\"{shop{name}}\",\"variables\":{\"a\":1e999}}";
    NODE.request("POST", GRAPHQL).body("application/json", body).expect(400);
  }
}
