package dev.gatehouse.areas.payments;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.bus.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** A node of a site that accepts payments, with its simulated provider. */
final class Shop {
  static final String CREATE = "/payments/create-order";
  static final String CAPTURE = "/payments/capture-order";
  static final String ORDERS = "/payments/orders";

  final PayPalSimulator provider = new PayPalSimulator();
  final TestNode node = new TestNode().with(provider.settings()).with("PAYMENTS_TIMEOUT", "5s");

  /** Heals the provider and advances the clock past the effects of an earlier test. */
  void heal() {
    provider.heal();
    node.clock.advance(Duration.ofMinutes(2));
  }

  /** Returns the request for an order with one amount. */
  static JsonObject order(String currency, String value) {
    JsonObject amount = JsonObject.of("currency_code", currency, "value", value);
    JsonObject unit = JsonObject.of("amount", amount);
    return JsonObject.of("intent", "CAPTURE", "purchase_units", new JsonArray().add(unit));
  }

  /** Returns a body as the bus carries it: plain maps and lists. */
  static Object plain(JsonObject body) {
    return Unchecked.get(() -> Json.parse(body.toBuffer()));
  }

  /** Creates an order with the owner's key, which has no rate limit. */
  Client.Reply create(JsonObject order) {
    return node.owner("POST", CREATE).json(order).send();
  }

  /** Creates an order and returns its ID. */
  String created() {
    return create(order("USD", "100.00")).expect(201).json().getString("id");
  }

  /** Creates an order that its payer approves, and returns its ID. */
  String approved() {
    String id = created();
    provider.approve(id);
    return id;
  }

  Client.Reply capture(String id) {
    return node.request("POST", CAPTURE).json(JsonObject.of("orderID", id)).send();
  }

  /** Returns an order as the operator sees it. */
  JsonObject listed(String id) {
    return node.owner("GET", ORDERS + "?limit=100").expect(200).list("orders").stream()
        .filter(order -> id.equals(order.getString("id")))
        .findFirst()
        .orElseThrow();
  }

  String state(String id) {
    return listed(id).getString("state");
  }
}
