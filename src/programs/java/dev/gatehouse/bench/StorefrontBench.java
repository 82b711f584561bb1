package dev.gatehouse.bench;

import module java.base;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * The documented products query, ten products of five variants each, through the whole gate and
 * beside {@link PlainGraphql}: what bounds, limits, the bus and a catalogue that changes cost.
 */
public final class StorefrontBench {
  private static final int CONNECTIONS = 64;
  private static final double MOST_PLAIN = 3.0;
  private static final String PLAIN = "plain Vert.x route with graphql-java";
  private static final String OURS = "Gatehouse";
  private static final String PATH = "/api/2024-01/graphql.json";
  private static final String QUERY =
      "query FirstProducts { products(first: 10) { edges { node { id title handle priceRange {"
          + " minVariantPrice { amount currencyCode } } variants(first: 5) { edges { node { id"
          + " title availableForSale price { amount } } } } } } } }";

  private final Options options;
  private final LoadClient client;

  private StorefrontBench(Options options) {
    this.options = options;
    this.client = new LoadClient(options.work());
  }

  public static void main(String[] arguments) throws Exception {
    new StorefrontBench(Options.of(arguments)).run();
  }

  private void run() throws Exception {
    Path script = options.work().resolve("products.lua");
    String body = new JsonObject().put("query", QUERY).encode();
    Files.writeString(
        script,
        "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'application/json'\nwrk.body = [["
            + body
            + "]]\n");
    Peers peers = new Peers(options.work());
    Map<String, String> settings =
        Map.of(
            "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0",
            "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE", "0");
    try (ServerProcess plain = new JvmPeers(options.work()).plainGraphql();
        ServerProcess node = peers.gatehouse("storefront", settings)) {
      sell(node);
      mustAnswerAlike(plain, node, body);
      Contest contest = new Contest(options.rounds()).add(PLAIN, plain).add(OURS, node);
      print(
          contest.run((name, server) ->
              client.posted(server.port(), PATH, CONNECTIONS, options.seconds(), script)));
    }
  }

  private static void sell(ServerProcess node) throws IOException, InterruptedException {
    String token = Visitor.token(node);
    JsonObject stock = new JsonObject();
    for (int i = 0; i < PlainGraphql.VARIANTS; i++) {
      stock.put("Size " + i, 5);
    }
    for (String name : PlainGraphql.names()) {
      JsonObject product = new JsonObject().put("name", name).put("price", 24).put("stock", stock);
      post(node.address() + "/api/proxy/products", token, product.encode());
    }
  }

  private static JsonObject post(String uri, String token, String body)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(uri))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(body));
      if (!token.isEmpty()) {
        request.header("Authorization", "Bearer " + token);
      }
      HttpResponse<String> reply = http.send(request.build(), BodyHandlers.ofString());
      if (reply.statusCode() >= 300) {
        throw new IOException(reply.statusCode() + " " + reply.body());
      }
      return new JsonObject(reply.body());
    }
  }

  private static void mustAnswerAlike(ServerProcess plain, ServerProcess node, String body)
      throws IOException, InterruptedException {
    for (ServerProcess server : List.of(plain, node)) {
      JsonObject reply = post(server.address() + PATH, "", body);
      int products =
          reply.getJsonObject("data").getJsonObject("products").getJsonArray("edges").size();
      if (reply.containsKey("errors") || products != PlainGraphql.PRODUCTS) {
        throw new IOException(reply.encode());
      }
    }
  }

  private static void print(Map<String, List<Contest.Sample>> all) throws IOException {
    Table table =
        new Table(
            "The products query by GraphQL, " + CONNECTIONS + " connections: CPU a request",
            "server",
            "requests/s",
            "CPU µs",
            "× plain (at most 3.0)",
            "");
    all.forEach((name, samples) -> {
      Spread ratio = Spread.ratio(samples, all.get(PLAIN), Contest.Sample::cpuMicrosPerRequest);
      double requests = Spread.of(samples, Contest.Sample::requestsPerSecond).median();
      table.row(
          name,
          String.format(Locale.ROOT, "%,.0f", requests),
          Spread.of(samples, Contest.Sample::cpuMicrosPerRequest).text("%.1f"),
          ratio.text("%.2f"),
          name.equals(OURS) ? Table.atMost(ratio.median(), MOST_PLAIN) : "");
    });
    table.print();
  }
}
