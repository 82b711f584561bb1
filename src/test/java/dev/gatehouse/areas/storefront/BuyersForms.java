package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;

/** Browser submissions of the shop's forms. */
public final class BuyersForms {
  private static final Pattern FIELD =
      Pattern.compile("<input type=\"hidden\" name=\"([a-z]+)\" value=\"([^\"]*)\"");
  private static final String ORDERS = "/api/proxy/storefront/orders";

  private final TestNode node;

  public BuyersForms(TestNode node) {
    this.node = node;
  }

  /** Returns the completed form of a cart's page. */
  public JsonObject form(String cart) {
    Client.Reply page = node.get(cart).expect(200);
    JsonObject form =
        new JsonObject()
            .put("name", "Ada Lovelace")
            .put("email", "ada@example.org")
            .put("address", "1 Some Street")
            .put("postcode", "10115")
            .put("city", "Some City");
    String text = page.text();
    Matcher hidden = FIELD.matcher(text.substring(text.indexOf("method=\"post\"")));
    while (hidden.find()) {
      form.put(hidden.group(1), hidden.group(2));
    }
    return form;
  }

  public Client.Reply send(String path, JsonObject form) {
    return send(path, form, new JsonObject());
  }

  Client.Reply send(String path, JsonObject form, JsonObject headers) {
    Map<String, String> fields = new LinkedHashMap<>();
    form.forEach(field -> fields.put(field.getKey(), (String) field.getValue()));
    String address = headers.getString("X-Forwarded-For", node.freshAddress());
    headers.remove("X-Forwarded-For");
    Client.Request request = node.request("POST", path).from(address);
    headers.forEach(header -> request.header(header.getKey(), (String) header.getValue()));
    return request.fields(fields).send();
  }

  /** Orders a cart and returns the path of the order's page. */
  String order(String cart) {
    return path(send(cart, form(cart)).expect(303).header("Location"));
  }

  String path(String address) {
    return address.substring(node.address().length());
  }

  Client.Reply act(String order, String action) {
    return send(order, JsonObject.of("action", action));
  }

  private Stream<JsonObject> all() {
    return node.owner("GET", ORDERS + "?limit=100").send().list("orders").stream();
  }

  /** Returns an order from the owner's list. */
  JsonObject listed(String order) {
    String id = order.substring(order.lastIndexOf('/') + 1);
    return all().filter(each -> each.getString("_id").equals(id)).findFirst().orElseThrow();
  }

  String state(String order) {
    return listed(order).getString("state");
  }

  /** Approves and pays an order. */
  void pay(PayPalSimulator provider, String order) {
    provider.approve(paymentOrder(order));
    act(order, "pay").expect(303);
  }

  /** Returns the number of orders of a product. */
  long count(String title) {
    return all()
        .filter(
            each -> each.getJsonArray("lines").getJsonObject(0).getString("title").equals(title))
        .count();
  }

  /** Returns the payment provider's ID of an order. */
  String paymentOrder(String order) {
    return listed(order).getString("paymentOrder");
  }
}
