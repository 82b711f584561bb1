package dev.gatehouse.bench;

import module java.base;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.BulkOperation;
import io.vertx.ext.mongo.FindOptions;
import io.vertx.ext.mongo.MongoClient;

/** The measurements of {@link StoreBench} on one server. */
final class StoreBenchRun {
  private static final int BATCH = 500;
  private static final int SINGLE_INSERTS = 1000;
  private static final int IN_FLIGHT = 8;
  private static final int PAGE = 50;
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

  private final String name;
  private final MongoClient client;
  private final int documents;
  private final int repeats;
  private final Random random = new Random(42);
  private final Map<String, Double> figures = new LinkedHashMap<>();

  /** A server's figures by row. */
  record Result(String name, Map<String, Double> figures) {}

  StoreBenchRun(String name, MongoClient client, int documents, int repeats) {
    this.name = name;
    this.client = client;
    this.documents = documents;
    this.repeats = repeats;
  }

  Result run() {
    await(client.createIndex("logs", new JsonObject().put("at", -1)));
    await(client.createIndex("logs", new JsonObject().put("level", 1).put("at", -1)));
    fill();
    inserts(1);
    inserts(IN_FLIGHT);
    JsonObject all = new JsonObject();
    for (int depth : List.of(0, 1000, documents / 2, documents - PAGE)) {
      page("page of 50 at " + depth + ", ms", all, depth);
    }
    page("page of errors at 1000, ms", new JsonObject().put("level", "ERROR"), 1000);
    JsonObject hour =
        new JsonObject().put("$gte", date(documents / 2)).put("$lt", date(documents / 2 + 60));
    page("range of 60, sorted, ms", new JsonObject().put("at", hour), 0);
    JsonObject errors = new JsonObject().put("level", "ERROR");
    millis("count of errors, ms", () -> client.count("logs", errors));
    return new Result(name, figures);
  }

  private void fill() {
    long start = System.nanoTime();
    for (int i = 0; i < documents; i += BATCH) {
      List<BulkOperation> batch = new ArrayList<>();
      for (int j = i; j < Math.min(i + BATCH, documents); j++) {
        batch.add(BulkOperation.createInsert(log(j)));
      }
      await(client.bulkWrite("logs", batch));
    }
    figures.put("bulk insert of 500s, documents/s", documents / seconds(start));
    System.out.printf("%s: filled in %.1f s%n", name, seconds(start));
  }

  private JsonObject log(int number) {
    return new JsonObject()
        .put("_id", String.format(Locale.ROOT, "%08x%016x", number, random.nextLong()))
        .put("at", date(number))
        .put("level", number % 20 == 0 ? "ERROR" : "INFO")
        .put("symbol", "S" + random.nextInt(500))
        .put("price", random.nextInt(100_000) / 100.0)
        .put("message", "x".repeat(450 + random.nextInt(100)));
  }

  private static JsonObject date(int number) {
    return new JsonObject().put("$date", START.plusSeconds(number).toString());
  }

  private void inserts(int inFlight) {
    long start = System.nanoTime();
    for (int i = 0; i < SINGLE_INSERTS; i += inFlight) {
      List<Future<String>> pending = new ArrayList<>();
      for (int j = 0; j < inFlight; j++) {
        pending.add(client.insert("singles", log(i + j)));
      }
      await(Future.all(pending));
    }
    figures.put("single inserts/s, " + inFlight + " in flight", SINGLE_INSERTS / seconds(start));
  }

  private void page(String row, JsonObject query, int depth) {
    FindOptions options =
        new FindOptions()
            .setSort(new JsonObject().put("at", -1))
            .setSkip(depth)
            .setLimit(PAGE)
            .setBatchSize(PAGE);
    millis(row, () -> client.findWithOptions("logs", query, options));
  }

  /** The median of some runs. */
  private void millis(String row, Supplier<Future<?>> request) {
    double[] times = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      long start = System.nanoTime();
      await(request.get());
      times[i] = seconds(start) * 1000;
    }
    Arrays.sort(times);
    figures.put(row, times[repeats / 2]);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(300, TimeUnit.SECONDS).join();
  }
}
