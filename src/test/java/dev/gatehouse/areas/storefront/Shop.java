package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;

/** Common steps of the shop's tests. */
final class Shop {
  static final String GRAPHQL = "/api/2024-01/graphql.json";
  static final String SAVED = "/api/proxy/storefront/customer/cart";

  private final TestNode node;

  Shop(TestNode node) {
    this.node = node;
  }

  /** Adds a product and returns it as the storefront lists it. */
  JsonObject sell(String name, String price, JsonObject stock) {
    JsonObject product =
        new JsonObject()
            .put("name", name)
            .put("price", new BigDecimal(price))
            .put("description", "All of " + name + ".")
            .put("category", "books")
            .put("images", new JsonArray().add("https://shop.example/" + stock.size() + ".jpg"))
            .put("stock", stock);
    String id = owner("POST", "/api/proxy/products").json(product).send().json().getString("id");
    return listed(id);
  }

  JsonObject listed(String legacyId) {
    return node.client().get("/storefront/products").json().getJsonArray("products").stream()
        .map(each -> (JsonObject) each)
        .filter(each -> each.getString("legacyId").equals(legacyId))
        .findFirst()
        .orElseThrow();
  }

  static JsonObject variant(JsonObject product, int index) {
    return product.getJsonArray("variants").getJsonObject(index);
  }

  JsonObject ask(String query) {
    return ask(query, new JsonObject());
  }

  /** Returns the reply to a GraphQL document. */
  JsonObject ask(String query, JsonObject variables) {
    Client.Reply reply = send(query, variables);
    assertEquals(200, reply.status(), reply.text());
    return reply.json();
  }

  /** Returns a field of a reply and asserts that the reply has no errors. */
  static JsonObject data(JsonObject reply, String field) {
    assertFalse(reply.containsKey("errors"), reply.encode());
    return reply.getJsonObject("data").getJsonObject(field);
  }

  Client.Reply send(String query, JsonObject variables) {
    return node.client()
        .request("POST", GRAPHQL)
        .json(new JsonObject().put("query", query).put("variables", variables))
        .send();
  }

  /** Returns the code of the only error of a rejected GraphQL document. */
  String refused(String query) {
    JsonObject reply = ask(query);
    assertEquals(1, reply.getJsonArray("errors").size(), reply.encode());
    JsonObject error = reply.getJsonArray("errors").getJsonObject(0);
    return error.getJsonObject("extensions").getString("code", error.getString("message"));
  }

  Client.Request owner(String method, String path) {
    return node.client().request(method, path).key(TestNode.KEY);
  }
}
