package dev.gatehouse.faults;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.formats.Sha256;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The shop: who signs up, carts, and orders of the last one. */
final class StorefrontScenarios extends ScenarioGroup {
  private static final String ROOT = "/api/proxy/storefront/";

  private final PayPalSimulator provider;

  StorefrontScenarios(Runs runs, PayPalSimulator provider) {
    super(runs);
    this.provider = provider;
  }

  @Override
  void addAll() {
    add(
        "sign up for news",
        run ->
            visitor(run, "POST", ROOT + "customer-signup")
                .json(json("email", run + "@example.org"))
                .send(),
        200,
        count("newsletterPending", 1, NONE));
    add(
        "save a cart",
        run ->
            visitor(run, "POST", ROOT + "customer/cart")
                .json(json("email", run + "@example.org", "lines", new JsonArray()))
                .send(),
        200,
        count("savedCarts", 1, NONE));
    add("order the last one", this::sell, this::order, 303, count("storefrontOrders", 1, NONE));
    add(
        "complete a purchase",
        this::approve,
        this::pay,
        303,
        count("storefrontOrders", JsonObject.of("state", "PAID"), NONE));
  }

  /** Waits for an earlier request whose connection was lost. */
  private Client.Reply pay(String run) {
    Map<String, String> form = Map.of("action", "pay");
    Client.Reply reply = whole(run, send(run, made.get(run), form), "is paid");
    if (reply.status() == 200 && reply.text().contains("not confirmed yet")) {
      node.clock.advance(Duration.ofMinutes(2));
      return whole(run, send(run, made.get(run), form), "is paid");
    }
    return reply;
  }

  private void sell(String run) {
    JsonObject product = json("name", run).put("price", 5).put("stock", JsonObject.of("S", 1));
    String id =
        owner(run, "POST", "/api/proxy/products").json(product).send().json().getString("id");
    made.put(run, "/cart/" + id + '-' + Sha256.hex("S", 4));
  }

  private Client.Reply order(String run) {
    Map<String, String> form =
        Map.of(
            "key", Sha256.hex(run, 16),
            "total", "5.00",
            "name", "Ada",
            "email", "ada@example.org",
            "address", "1 Some Street",
            "postcode", "10115",
            "city", "Some City");
    return whole(run, send(run, made.get(run), form), "Pay at the payment provider");
  }

  private void approve(String run) {
    sell(run);
    made.put(run, path(order(run)));
    String order = made.get(run).substring("/storefront/orders/".length());
    node.owner("GET", ROOT + "orders").send().list("orders").stream()
        .filter(each -> each.getString("_id").equals(order))
        .forEach(each -> provider.approve(each.getString("paymentOrder")));
  }

  private String path(Client.Reply reply) {
    return reply.header("Location").substring(node.address().length());
  }

  /** The reply to a form, if it leads to an order's page with these words; else that page. */
  private Client.Reply whole(String run, Client.Reply reply, String words) {
    if (reply.status() != 303) {
      return reply;
    }
    Client.Reply page = visitor(run, "GET", path(reply)).send();
    return page.text().contains(words) ? reply : page;
  }

  private Client.Reply send(String run, String path, Map<String, String> form) {
    return visitor(run, "POST", path).fields(form).send();
  }
}
