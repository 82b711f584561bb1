package dev.gatehouse.bench;

import module java.base;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import dev.gatehouse.store.sqlite.EmbeddedMongo;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;

/**
 * The embedded store beside the library's stock H2 backend: a sorted page at several depths of a
 * collection of log-like documents, and inserts per second. Arguments: the number of documents
 * (100000 unless given).
 */
public final class StoreBench {
  private static final int PAGES_STOCK = 1;
  private static final int PAGES_OURS = 20;

  private final Vertx vertx = Vertx.vertx();
  private final Path directory;
  private final int documents;
  private final List<StoreBenchRun.Result> results = new ArrayList<>();

  private StoreBench(Path directory, int documents) {
    this.directory = directory;
    this.documents = documents;
  }

  public static void main(String[] arguments) throws IOException {
    int documents = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
    Path directory = Files.createTempDirectory("store-bench");
    try {
      new StoreBench(directory, documents).run();
    } finally {
      try (var files = Files.walk(directory)) {
        files.sorted((a, b) -> b.compareTo(a)).forEach(StoreBench::delete);
      }
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run() {
    // The first server measured would otherwise pay for the compiler.
    try (EmbeddedMongo ours =
        EmbeddedMongo.start(directory.resolve("warm-up"), 0, false, Clock.systemUTC())) {
      measure("warm-up", ours.url(), PAGES_OURS);
    }
    results.clear();
    for (boolean fsync : List.of(true, false)) {
      String name = fsync ? "ours, fsync" : "ours";
      try (EmbeddedMongo ours =
          EmbeddedMongo.start(directory.resolve(name), 0, fsync, Clock.systemUTC())) {
        measure(name, ours.url(), PAGES_OURS);
      }
    }
    MongoServer stock = new MongoServer(new H2Backend(directory.resolve("stock").toString()));
    stock.bind(new InetSocketAddress("127.0.0.1", 0));
    try {
      measure("stock H2", stock.getConnectionString(), PAGES_STOCK);
    } finally {
      stock.shutdownNow();
    }
    vertx.close().toCompletionStage().toCompletableFuture().join();
    print();
  }

  private void measure(String name, String url, int pages) {
    JsonObject settings = new JsonObject().put("connection_string", url).put("db_name", "bench");
    MongoClient client = MongoClient.create(vertx, settings);
    results.add(new StoreBenchRun(name, client, documents, pages).run());
    client.close().toCompletionStage().toCompletableFuture().join();
  }

  private void print() {
    StoreBenchRun.Result stock = results.getLast();
    System.out.printf(Locale.ROOT, "%n%,d log-like documents of about 700 bytes%n", documents);
    System.out.printf("%-36s", "");
    results.forEach(result -> System.out.printf("%16s", result.name()));
    System.out.printf("%16s%n", "ours/stock");
    for (Map.Entry<String, Double> row : stock.figures().entrySet()) {
      System.out.printf("%-36s", row.getKey());
      results.forEach(
          result -> System.out.printf(Locale.ROOT, "%16.1f", result.figures().get(row.getKey())));
      double ours = results.getFirst().figures().get(row.getKey());
      System.out.printf(Locale.ROOT, "%16.4f%n", ours / row.getValue());
    }
  }
}
