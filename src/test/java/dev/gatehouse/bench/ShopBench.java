package dev.gatehouse.bench;

import dev.gatehouse.embedded.EmbeddedStore;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * 100,000 reviews of 1,000 products, a fifth of them of one: how long a page of a product takes
 * with its average and distribution, when it is not in memory. No product is asked for again before
 * others have pushed it out. Then the products, which are in memory, beside a plain Vert.x route
 * that has them there.
 */
public final class ShopBench {
  private static final int REVIEWS = 100_000;
  private static final int PRODUCTS = 1_000;
  private static final int LOT = 1_000;
  private static final double MOST_MILLIS = 10;
  private static final double MOST_PLAIN = 1.5;
  private static final int CONNECTIONS = 64;
  private static final int SHOWN = 50;
  private static final String KEY = "bench-api-key-0123456789";
  private static final String PRODUCTS_PATH = "/api/proxy/products?limit=" + SHOWN;
  private static final String PLAIN = "plain Vert.x route";

  private final Options options;
  private final Peers peers;
  private final Path data;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private ShopBench(Options options) throws IOException {
    this.options = options;
    this.peers = new Peers(options.work());
    this.data = peers.fresh("data/shop");
  }

  public static void main(String[] arguments) throws Exception {
    new ShopBench(Options.of(arguments)).run();
  }

  private ServerProcess node() throws IOException, InterruptedException {
    return peers.gatehouse(
        "shop",
        Map.of(
            "GATEHOUSE_DATA_DIR",
            data.toString(),
            "GATEHOUSE_MANAGEMENT_PORT",
            Integer.toString(ServerProcess.freePort()),
            "GATEHOUSE_ACCESS_API_KEY",
            KEY,
            "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE",
            "0",
            "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE",
            "0"));
  }

  private void run() throws Exception {
    // Its first start makes the store, with the indexes.
    node().close();
    try (EmbeddedStore store =
        EmbeddedStore.open(data.resolve("documents"), false, InstantSource.system())) {
      List<JsonObject> lot = new ArrayList<>();
      for (int i = 0; i < REVIEWS; i++) {
        lot.add(review(i));
        if (lot.size() == LOT) {
          store.documents("gatehouse").insert("reviews", lot);
          lot.clear();
        }
      }
    }
    Table table =
        new Table(
            REVIEWS + " reviews of " + PRODUCTS + " products, over HTTP, not in memory",
            "page of 50",
            "median ms",
            "p99 ms (at most 10)",
            "");
    try (ServerProcess node = node()) {
      String reviews = "/api/proxy/reviews";
      row(table, node, "a product's first", i -> reviews + "/product-" + i % PRODUCTS);
      row(table, node, "the popular product's", i -> reviews + "/popular?skip=" + i * 7 % 15_000);
      row(table, node, "of all products", i -> reviews + "?skip=" + i * 61 % (REVIEWS / 2));
    }
    table.print();
    beside();
  }

  /** The first page of the catalogue, from memory on both sides. */
  private void beside() throws Exception {
    Path list = options.work().toAbsolutePath().resolve("products.json");
    var client = new LoadClient(options.work());
    Map<String, List<Contest.Sample>> all;
    try (ServerProcess node = node()) {
      for (int i = 0; i < SHOWN; i++) {
        addProduct(node, i);
      }
      Files.write(list, get(node.address() + PRODUCTS_PATH));
      try (ServerProcess plain = new JvmPeers(options.work()).plainList(list)) {
        all =
            new Contest(options.rounds())
                .add(PLAIN, plain)
                .add("Gatehouse", node)
                .run((name, server) ->
                    client.small(
                        server.port(),
                        name.equals(PLAIN) ? "/list" : PRODUCTS_PATH,
                        CONNECTIONS,
                        options.seconds()));
      }
    }
    Table table =
        new Table(
            "50 products from memory, " + Files.size(list) + " bytes, " + CONNECTIONS + " clients",
            "server",
            "CPU µs a request",
            "× plain (at most 1.5)",
            "");
    all.forEach((name, samples) -> {
      Spread ratio = Spread.ratio(samples, all.get(PLAIN), Contest.Sample::cpuMicrosPerRequest);
      table.row(
          name,
          Spread.of(samples, Contest.Sample::cpuMicrosPerRequest).text("%.1f"),
          ratio.text("%.2f"),
          name.equals(PLAIN) ? "" : Table.atMost(ratio.median(), MOST_PLAIN));
    });
    table.print();
  }

  private void addProduct(ServerProcess node, int i) throws IOException, InterruptedException {
    JsonObject product =
        new JsonObject()
            .put("name", "T-shirt " + i)
            .put("description", "Soft, and the print survives.")
            .put("category", "clothes")
            .put("images", new JsonArray().add("https://shop.example.org/" + i + ".jpg"))
            .put("price", 19.99);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.address() + "/api/proxy/products"))
            .header("X-API-Key", KEY)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(product.encode()))
            .build();
    HttpResponse<String> reply = http.send(request, BodyHandlers.ofString());
    if (reply.statusCode() != 201) {
      throw new IOException(reply.body());
    }
  }

  private byte[] get(String uri) throws IOException, InterruptedException {
    HttpResponse<byte[]> reply =
        http.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofByteArray());
    if (reply.statusCode() != 200) {
      throw new IOException(reply.statusCode() + " for " + uri);
    }
    return reply.body();
  }

  private static JsonObject review(int i) {
    Instant at = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(i);
    return new JsonObject()
        .put("_id", String.format(Locale.ROOT, "%024x", i))
        .put("productId", i % 5 == 0 ? "popular" : "product-" + i % PRODUCTS)
        .put("rating", i * 31 % 5 + 1)
        .put("title", "Review " + i)
        .put("body", "Soft, and the print has survived ten washes. ".repeat(4))
        .put("authorName", "Ada")
        .put("email", "author" + i + "@example.org")
        .put("state", i % 50 == 1 ? "PENDING" : "APPROVED")
        .put("createdAt", new JsonObject().put("$date", at.toString()))
        .putNull("decidedAt");
  }

  private void row(Table table, ServerProcess node, String name, IntFunction<String> path)
      throws Exception {
    double[] times = new double[PRODUCTS];
    for (int i = -PRODUCTS; i < PRODUCTS; i++) {
      String uri = node.address() + path.apply(i + PRODUCTS);
      long start = System.nanoTime();
      get(uri);
      if (i >= 0) {
        times[i] = (System.nanoTime() - start) / 1e6;
      }
    }
    Arrays.sort(times);
    double late = times[PRODUCTS * 99 / 100];
    table.row(
        name,
        String.format(Locale.ROOT, "%.2f", times[PRODUCTS / 2]),
        String.format(Locale.ROOT, "%.2f", late),
        Table.atMost(late, MOST_MILLIS));
  }
}
