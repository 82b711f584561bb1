package dev.gatehouse.packaged;

import dev.gatehouse.Client;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * A product with units of one label.
 *
 * @param id ID of the product
 */
record Shelf(String id) {
  static final String LABEL = "one";

  private static final String PRODUCTS = "/api/proxy/products";

  static Shelf open(HistoryCheck check, String name, int units) {
    JsonObject goods = goods(name, units);
    Client.Reply made = check.reply(201, node -> check.owner(node, "POST", PRODUCTS).json(goods));
    return new Shelf(made.json().getString("id"));
  }

  static JsonObject goods(String name, int units) {
    return new JsonObject()
        .put("name", name)
        .put("price", 9)
        .put("stock", new JsonObject().put(LABEL, units));
  }

  /** Returns the number of units that are left. */
  Optional<String> count(HistoryCheck check, int node) {
    Client.Reply reply = check.client(node).get(PRODUCTS + '/' + id);
    return reply.status() == 200
        ? Optional.of(reply.json().getJsonObject("stock").getInteger(LABEL).toString())
        : Optional.empty();
  }

  void delete(HistoryCheck check) {
    try {
      check.owner(check.any(), "DELETE", PRODUCTS + '/' + id).send();
    } catch (UncheckedIOException starting) {
      // The product remains, which has no effect on later runs.
    }
  }
}
