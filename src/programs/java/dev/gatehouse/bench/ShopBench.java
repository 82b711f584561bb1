package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * 100,000 reviews of 1,000 products, a fifth of them of one product. It measures a product's page
 * with average and distribution when it is not cached. No product is requested again before others
 * have evicted it. The first thousand requests of a kind are reported separately, because node and
 * client still compile. Then the cached products and the best-rated product are compared with a
 * plain Vert.x route.
 */
public final class ShopBench {
  private static final int REVIEWS = 100_000;
  private static final int PRODUCTS = 1_000;
  private static final int LOT = 1_000;

  /** Requests of a kind before it is held against its target: the client is as new as the node. */
  private static final int WARM_REQUESTS = 5_000;

  private static final double MOST_MILLIS = 10;
  private static final double MOST_PLAIN = 1.5;
  private static final int CONNECTIONS = 64;
  private static final int SHOWN = 50;

  /** Bytes of a page that has reviews. */
  private static final int MIN_PAGE = 5_000;

  private static final String KEY = "bench-api-key-0123456789";
  private static final String PRODUCTS_PATH = "/api/proxy/products?limit=" + SHOWN;
  private static final String BEST_PATH = "/api/proxy/marketplace-a-reviews/best-rated";
  private static final int REVIEWED = 100;
  private static final int REVIEWS_EACH = 20;
  private static final String PLAIN = "plain Vert.x route";

  private final Options options;
  private final Peers peers;
  private final Path data;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private ShopBench(Options options) throws IOException {
    this.options = options;
    this.peers = new Peers(options.work());
    // Not the folder of the node's name, which each start empties.
    this.data = peers.fresh("data/reviews");
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
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("documents"), false)) {
      List<JsonObject> lot = new ArrayList<>();
      for (int i = 0; i < REVIEWS; i++) {
        lot.add(review(i));
        if (lot.size() == LOT) {
          store.documents().insert("reviews", lot);
          lot.clear();
        }
      }
      store
          .documents()
          .insert(
              "marketplaceReviews",
              IntStream.range(0, REVIEWED).mapToObj(ShopBench::reviewed).toList());
    }
    Table table =
        new Table(
            REVIEWS + " reviews of " + PRODUCTS + " products, over HTTP, not in memory",
            "page of 50",
            "p99 ms of the first 1,000",
            "then median ms",
            "p99 ms (at most 10)",
            "");
    try (ServerProcess node = node()) {
      String reviews = "/api/proxy/reviews";
      row(table, node, "a product's first", i -> reviews + "/product-" + product(i));
      row(table, node, "the popular product's", i -> reviews + "/popular?skip=" + i * 7 % 15_000);
      row(table, node, "of all products", i -> reviews + "?skip=" + i * 61 % (REVIEWS / 2));
    }
    table.print();
    beside();
  }

  /** Cached answers to the public, from memory on both sides. */
  private void beside() throws Exception {
    try (ServerProcess node = node()) {
      for (int i = 0; i < SHOWN; i++) {
        addProduct(node, i);
      }
      beside(node, SHOWN + " products", PRODUCTS_PATH);
      beside(node, "the best-rated of " + REVIEWED + " products", BEST_PATH);
    }
  }

  private void beside(ServerProcess node, String what, String path) throws Exception {
    Path answer = options.work().toAbsolutePath().resolve("answer.json");
    Files.write(answer, get(node.address() + path));
    var client = new LoadClient(options.work());
    Map<String, List<Contest.Sample>> all;
    try (ServerProcess plain = new JvmPeers(options.work()).plainList(answer)) {
      all =
          new Contest(options.rounds())
              .add(PLAIN, plain)
              .add("Gatehouse", node)
              .run((name, server) ->
                  client.small(
                      server.port(),
                      name.equals(PLAIN) ? "/list" : path,
                      CONNECTIONS,
                      options.seconds()));
    }
    Table table =
        new Table(
            what + " from memory, " + Files.size(answer) + " bytes, " + CONNECTIONS + " clients",
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

  /** Returns a product with separate reviews. Every fifth review belongs to the popular product. */
  private static int product(int i) {
    return (i / 4 * 5 + i % 4 + 1) % PRODUCTS;
  }

  /** A product of the marketplace with its reviews. */
  private static JsonObject reviewed(int i) {
    JsonObject now = new JsonObject().put("$date", "2026-11-01T00:00:00Z");
    JsonObject review =
        new JsonObject()
            .put("reviewerName", "Ada")
            .put("title", "Well made")
            .put("body", "Soft, and the print has survived ten washes. ".repeat(4))
            .put("rating", 5)
            .put("date", now)
            .put("verified", true)
            .put("helpful", 3);
    return new JsonObject()
        .put("_id", String.format(Locale.ROOT, "B%09d", i))
        .put("productName", "T-shirt " + i)
        .put("rating", 3 + i * 7 % 20 / 10.0)
        .put("totalReviews", REVIEWS_EACH)
        .put("reviews", new JsonArray(Collections.nCopies(REVIEWS_EACH, review)))
        .put("lastFetched", now)
        .putNull("due")
        .put("triedAt", now)
        .put("failures", 0);
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
        .put("state", i % 49 == 1 ? "PENDING" : "APPROVED")
        .put("createdAt", new JsonObject().put("$date", at.toString()))
        .putNull("decidedAt");
  }

  private void row(Table table, ServerProcess node, String name, IntFunction<String> path)
      throws Exception {
    double[] cold = times(node, 0, path);
    for (int done = PRODUCTS; done < WARM_REQUESTS; done += PRODUCTS) {
      times(node, done, path);
    }
    double[] times = times(node, WARM_REQUESTS, path);
    table.row(
        name,
        String.format(Locale.ROOT, "%.2f", late(cold)),
        String.format(Locale.ROOT, "%.2f", times[PRODUCTS / 2]),
        String.format(Locale.ROOT, "%.2f", late(times)),
        Table.atMost(late(times), MOST_MILLIS));
  }

  private static double late(double[] sorted) {
    return sorted[PRODUCTS * 99 / 100];
  }

  /** The milliseconds of a thousand requests, sorted. */
  private double[] times(ServerProcess node, int first, IntFunction<String> path) throws Exception {
    double[] times = new double[PRODUCTS];
    for (int i = 0; i < PRODUCTS; i++) {
      String uri = node.address() + path.apply(first + i);
      long start = System.nanoTime();
      byte[] page = get(uri);
      times[i] = (System.nanoTime() - start) / 1e6;
      if (page.length < MIN_PAGE) {
        throw new IOException(new String(page, StandardCharsets.UTF_8));
      }
    }
    Arrays.sort(times);
    return times;
  }
}
