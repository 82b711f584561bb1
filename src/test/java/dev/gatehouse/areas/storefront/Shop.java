package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

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
    return node.get("/storefront/products").found("products", "legacyId", legacyId);
  }

  static JsonObject variant(JsonObject product, int index) {
    return product.getJsonArray("variants").getJsonObject(index);
  }

  /** Returns the path of a cart with a product's first variant. */
  static String cart(JsonObject product, int count) {
    return "/cart/" + variant(product, 0).getString("legacyId") + ":" + count;
  }

  /** Returns what is left of a product's first variant. */
  int stock(JsonObject product) {
    JsonObject stored = node.get("/api/proxy/products/" + product.getString("legacyId")).json();
    return stored.getJsonObject("stock").getInteger(variant(product, 0).getString("title"));
  }

  JsonObject ask(String query) {
    return ask(query, new JsonObject());
  }

  /** Returns the reply to a GraphQL document. */
  JsonObject ask(String query, JsonObject variables) {
    return send(query, variables).expect(200).json();
  }

  /** Returns a field of a reply and asserts that the reply has no errors. */
  static JsonObject data(JsonObject reply, String field) {
    assertFalse(reply.containsKey("errors"), reply.encode());
    return reply.getJsonObject("data").getJsonObject(field);
  }

  Client.Reply send(String query, JsonObject variables) {
    return node.request("POST", GRAPHQL)
        .json(JsonObject.of("query", query, "variables", variables))
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
    return node.owner(method, path);
  }

  /** Refunds all that is left of an order. */
  Client.Reply refund(String order, String id) {
    return change("POST", order + "/refunds", JsonObject.of("id", id));
  }

  Client.Reply refund(String order, String id, String amount, String currency) {
    var part = JsonObject.of("amount", amount, "currencyCode", currency);
    return change("POST", order + "/refunds", JsonObject.of("id", id, "amount", part));
  }

  Client.Reply ship(String order, String carrier, String tracking) {
    var shipment = JsonObject.of("carrier", carrier, "tracking", tracking);
    return change("PUT", order + "/shipment", shipment);
  }

  Client.Reply deliver(String order, String carrier, String tracking) {
    var shipment = JsonObject.of("carrier", carrier, "tracking", tracking);
    return change("PUT", order + "/shipment", shipment.put("delivered", true));
  }

  /**
   * @param decision paid or cancelled
   */
  Client.Reply decide(String order, String decision) {
    return change("PUT", order, JsonObject.of("decision", decision));
  }

  private Client.Reply change(String method, String path, JsonObject body) {
    return owner(method, "/api/proxy" + path).json(body).send();
  }
}
