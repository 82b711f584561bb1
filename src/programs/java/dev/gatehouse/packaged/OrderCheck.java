package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.histories.Models;
import io.vertx.core.json.JsonObject;

/** Orders that visitors place in the shop, and the stock of their product. */
final class OrderCheck extends HistoryCheck {
  static final String NAME = "orders";

  private static final int UNITS = 40;
  private static final int TRIES = 3;
  private static final String PRICE = "9";
  private static final String SOLD_OUT = "sold out";

  private static final String PRODUCT = "gid://shopify/Product/";

  private final String shelf;
  private Shelf product;
  private String cart = "";

  OrderCheck(Nodes nodes, History history) {
    super(NAME, nodes, history);
    this.shelf = "ordered " + newNumber();
  }

  @Override
  void open() {
    product = Shelf.open(this, shelf, UNITS);
    String query = "{ product(id: \"%s\") { variants(first: 1) { nodes { id } } } }";
    JsonObject question = new JsonObject().put("query", query.formatted(PRODUCT + product.id()));
    JsonObject listed =
        reply(200, node -> client(node).request("POST", "/api/2024-01/graphql.json").json(question))
            .json()
            .getJsonObject("data")
            .getJsonObject("product");
    String variant =
        listed.getJsonObject("variants").getJsonArray("nodes").getJsonObject(0).getString("id");
    cart = "/cart/" + variant.substring(variant.lastIndexOf('/') + 1) + ":1";
  }

  @Override
  void episode() {
    rivals(shelf, Models.stock(UNITS), TAKE, (rival, node) -> order(node));
    pause(600);
  }

  /** Sends the form until its outcome is known. Its key makes that one order. */
  private Optional<String> order(int node) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String key = String.format(Locale.ROOT, "%016x%016x", random.nextLong(), random.nextLong());
    String address = "198.19." + random.nextInt(256) + '.' + random.nextInt(256);
    Map<String, String> form =
        Map.of(
            "key",
            key,
            "total",
            total(),
            "name",
            "Ada Lovelace",
            "email",
            "ada@example.org",
            "address",
            "1 Some Street",
            "postcode",
            "10115",
            "city",
            "Some City");
    Optional<String> outcome = Optional.empty();
    for (int i = 0; i < TRIES && outcome.isEmpty(); i++) {
      try {
        outcome = outcome(post(i == 0 ? node : any(), address, form));
      } catch (UncheckedIOException unknown) {
        pause(200);
      }
    }
    return outcome;
  }

  private static String total() {
    return PRICE + ".00";
  }

  private Client.Reply post(int node, String address, Map<String, String> form) {
    var body = new StringBuilder();
    form.forEach((name, value) ->
        body.append("--b\r\nContent-Disposition: form-data; name=\"")
            .append(name)
            .append("\"\r\n\r\n")
            .append(value)
            .append("\r\n"));
    return client(node)
        .request("POST", cart)
        .from(address)
        .body(
            "multipart/form-data; boundary=b",
            body.append("--b--\r\n").toString().getBytes(StandardCharsets.UTF_8))
        .send();
  }

  private static Optional<String> outcome(Client.Reply reply) {
    if (reply.status() == 303) {
      return Optional.of(Models.MADE);
    }
    if (reply.text().contains(SOLD_OUT) || reply.text().contains("cart_empty")) {
      return Optional.of(Models.REFUSED);
    }
    if (reply.status() < 500) {
      throw new IllegalArgumentException(reply.status() + " " + reply.text());
    }
    return Optional.empty();
  }

  /** Counts the units that are left. */
  @Override
  void close() {
    for (int i = 0; i < nodes(); i++) {
      read(shelf, Models.stock(UNITS), "count", node -> product.count(this, node));
    }
    product.delete(this);
  }
}
