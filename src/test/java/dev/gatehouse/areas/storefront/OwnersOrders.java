package dev.gatehouse.areas.storefront;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;

/** The owner's operations on orders. */
final class OwnersOrders {
  private final TestNode node;

  OwnersOrders(TestNode node) {
    this.node = node;
  }

  /** Refunds all that is left of an order. */
  Client.Reply refund(String order, String id) {
    return send("POST", order + "/refunds", JsonObject.of("id", id));
  }

  Client.Reply refund(String order, String id, String amount, String currency) {
    var part = JsonObject.of("amount", amount, "currencyCode", currency);
    return send("POST", order + "/refunds", JsonObject.of("id", id, "amount", part));
  }

  Client.Reply ship(String order, String carrier, String tracking) {
    var shipment = JsonObject.of("carrier", carrier, "tracking", tracking);
    return send("PUT", order + "/shipment", shipment);
  }

  Client.Reply deliver(String order, String carrier, String tracking) {
    var shipment = JsonObject.of("carrier", carrier, "tracking", tracking);
    return send("PUT", order + "/shipment", shipment.put("delivered", true));
  }

  /**
   * @param decision paid or cancelled
   */
  Client.Reply decide(String order, String decision) {
    return send("PUT", order, JsonObject.of("decision", decision));
  }

  private Client.Reply send(String method, String path, JsonObject body) {
    return node.owner(method, "/api/proxy" + path).json(body).send();
  }
}
