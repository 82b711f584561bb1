package dev.gatehouse.odd;

import static java.util.stream.Collectors.joining;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gatehouse.Client;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Requests of the shop: its carts and its order form. */
final class OddShopRequests {
  private static final Pattern VARIANT = Pattern.compile("/cart/([0-9a-f]{24}-[0-9a-f]{8}):1");

  private OddShopRequests() {}

  /** Returns the variants of a new product. */
  private static List<String> sell(Client client, int count) {
    String stock =
        IntStream.range(0, count).mapToObj(i -> "\"v" + i + "\":900000").collect(joining(","));
    String product = "{\"name\":\"odd\",\"price\":1,\"stock\":{" + stock + "}}";
    String id =
        OddRequests.call(client, "POST", "/api/proxy/products", product).json().getString("_id");
    Matcher found = VARIANT.matcher(client.get("/storefront/llms.json").text());
    return found
        .results()
        .map(each -> each.group(1))
        .filter(variant -> variant.startsWith(id))
        .toList();
  }

  /** The lines are variants of a product. */
  record Carts(List<String> variants) implements OddPath.Requests {
    private static final String ADDRESS = "/api/proxy/storefront/customer/cart";

    @Override
    public boolean areConcurrent() {
      return false;
    }

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      if (variants.isEmpty()) {
        variants.addAll(sell(client, 50));
      }
      String lines = String.join(",", elements);
      for (int i = 0; i < elements.size(); i++) {
        lines = lines.replace("\"v" + i + '"', '"' + variants.get(i) + '"');
      }
      String body = "{\"email\":\"a@b.example\",\"lines\":[" + lines + "]}";
      return OddRequests.call(client, "POST", ADDRESS, body);
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      return OddRequests.tree(client.get(ADDRESS + "/a@b.example")).at("/cart/lines");
    }
  }

  /** Carts whose input is a variable, or a literal of the document. */
  record GraphqlCarts(List<String> variants, int[] sent) implements OddPath.Requests {
    private static final String ADDRESS = "/api/2024-01/graphql.json";
    private static final String FIELDS =
        """
        note attributes { key value }
        lines(first: 1) { edges { node { quantity attributes { key value } } } }\
        """;
    private static final String CREATE =
        "mutation%s { cartCreate(input: %s) { cart { id } userErrors { field message } } }";
    private static final Pattern NAME = Pattern.compile("\"([a-zA-Z]+)\":");

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      if (variants.isEmpty()) {
        variants.addAll(sell(client, 1));
      }
      String id = "gid://shopify/ProductVariant/" + variants.getFirst();
      String input = elements.getFirst().replace("@variant@", id);
      sent[0]++;
      if (sent[0] % 2 == 0) {
        // Names are not quoted in a literal. No odd text looks like a quoted name with a colon.
        String query = CREATE.formatted("", NAME.matcher(input).replaceAll("$1:"));
        return OddRequests.call(client, "POST", ADDRESS, JsonObject.of("query", query).encode());
      }
      String query = "\"" + CREATE.formatted("($input: CartInput)", "$input") + "\"";
      return OddRequests.call(
          client,
          "POST",
          ADDRESS,
          "{\"query\":" + query + ",\"variables\":{\"input\":" + input + "}}");
    }

    @Override
    public Optional<String> refused(Client.Reply reply) {
      if (reply.status() == 400) {
        return Optional.of(reply.error());
      }
      JsonObject json = reply.json();
      if (json.containsKey("errors")) {
        return Optional.of("");
      }
      JsonArray errors =
          json.getJsonObject("data").getJsonObject("cartCreate").getJsonArray("userErrors");
      return errors.isEmpty() ? Optional.empty() : Optional.of("");
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      String id = OddRequests.tree(accepted).at("/data/cartCreate/cart/id").textValue();
      String query = "{ cart(id: \"" + id + "\") { " + FIELDS + " } }";
      Client.Reply read =
          OddRequests.call(client, "POST", ADDRESS, JsonObject.of("query", query).encode());
      return OddRequests.list(OddRequests.tree(read).at("/data/cart"));
    }
  }

  /** The order form of the shop. Each order is cancelled after its comparison. */
  record Orders(List<String> variants, JsonObject[] sent) implements OddPath.Requests {
    private static final Pattern HIDDEN =
        Pattern.compile("<input type=\"hidden\" name=\"(key|total)\" value=\"([^\"]*)\"");
    private static final int SEE_OTHER = 303;

    @Override
    public Client.Reply send(Client client, List<String> elements, Instant base) {
      if (variants.isEmpty()) {
        variants.addAll(sell(client, 1));
      }
      String cart = "/cart/" + variants.getFirst() + ":1";
      JsonObject form = new JsonObject(elements.getFirst());
      sent[0] = form.copy();
      Matcher hidden = HIDDEN.matcher(client.get(cart).text());
      while (hidden.find()) {
        form.put(hidden.group(1), hidden.group(2));
      }
      form.put("postcode", "10115").put("city", "Some City");
      return post(client, cart, form);
    }

    private static Client.Reply post(Client client, String path, JsonObject form) {
      String parts =
          form.stream()
              .map(field ->
                  "--odd-form\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
                      .formatted(field.getKey(), field.getValue()))
              .collect(joining("", "", "--odd-form--\r\n"));
      return client
          .owner("POST", path)
          .from(OddRequests.freshAddress())
          .body("multipart/form-data; boundary=odd-form", parts)
          .send();
    }

    @Override
    public Optional<String> refused(Client.Reply reply) {
      return switch (reply.status()) {
        case SEE_OTHER -> Optional.empty();
        // The page of the cart, which shows the problem.
        case 200 -> Optional.of("");
        case 400 -> Optional.of(field(reply));
        default -> throw new IllegalStateException(reply.status() + " " + reply.text());
      };
    }

    private static String field(Client.Reply reply) {
      String field = reply.json().getString("param", "");
      if (!field.equals("name") && !field.equals("address")) {
        throw new IllegalStateException(reply.text());
      }
      return field;
    }

    /** Returns the buyer, with the outer spaces that the contract declares to be removed. */
    private JsonNode buyer(JsonNode stored) {
      ObjectNode buyer = stored.deepCopy();
      buyer.set("address", buyer.remove("postal").path("street"));
      for (String field : List.of("name", "address")) {
        String text = sent[0].getString(field);
        if (text.strip().equals(buyer.path(field).textValue())) {
          buyer.put(field, text);
        }
      }
      return buyer;
    }

    @Override
    public JsonNode stored(Client client, Client.Reply accepted, Instant base) throws IOException {
      String order = accepted.header("Location").replaceFirst("^http://[^/]+", "");
      JsonNode orders = OddRequests.read(client, "/api/proxy/storefront/orders?limit=50");
      post(client, order, JsonObject.of("action", "cancel"));
      for (JsonNode each : orders.at("/orders")) {
        if (order.endsWith(each.path("_id").textValue())) {
          return OddRequests.list(buyer(each.path("buyer")));
        }
      }
      return OddRequests.list(orders);
    }
  }
}
