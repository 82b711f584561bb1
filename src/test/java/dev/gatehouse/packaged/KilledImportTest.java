package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.Client.Reply;
import dev.gatehouse.trading.market.DuckDb;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 at random moments while a symbol is replaced over and over and read all the while. Every
 * version has a price of its own in all its rows, so that a mixture would show.
 */
@Tag("slow")
class KilledImportTest {
  private static final int KILLS = 12;
  private static final int LONGEST_ROUND_MILLIS = 3_000;
  private static final int READERS = 3;
  private static final String KEY = "owners-key-0123456789";
  private static final String SYMBOL = "/api/proxy/historical-data/SPY";

  @TempDir Path folder;
  private final Random random = new Random();
  private final AtomicInteger reads = new AtomicInteger();
  private final Queue<Throwable> mixtures = new ConcurrentLinkedQueue<>();
  private volatile int acknowledged;
  private volatile int begun;

  @Test
  @Timeout(400)
  void aSymbolIsAlwaysWhollyOneVersion() throws Exception {
    Path data = folder.resolve("data");
    int lost = 0;
    try (PackagedNode node =
        new PackagedNode(data)
            .with("ACCESS_API_KEY", KEY)
            .with("LIMITS_DEFAULT_PER_MINUTE", "0")
            .with("LIMITS_OPERATOR_PER_MINUTE", "0")) {
      node.start();
      replace(node.client(), 1);
      for (int kill = 0; kill < KILLS; kill++) {
        work(node);
        lost += left(data);
        node.start();
        assertEquals(0, left(data), "what the killed node was writing is cleared");
        check(node.client());
      }
    }
    System.out.printf(
        "%d kills, %d replacements acknowledged of %d, %d whole reads, %d imports left and cleared%n",
        KILLS, acknowledged, begun, reads.get(), lost);
    assertTrue(reads.get() > KILLS, "there was reading");
  }

  private void work(PackagedNode node) throws Exception {
    Client client = node.client();
    Thread writer = Thread.ofVirtual().start(() -> untilKilled(() -> replace(client, begun + 1)));
    List<Thread> readers =
        Stream.generate(() -> Thread.ofVirtual().start(() -> untilKilled(() -> read(client))))
            .limit(READERS)
            .toList();
    // Not a wait for something to happen: the moment of the kill is what is random.
    writer.join(random.nextInt(LONGEST_ROUND_MILLIS));
    node.kill();
    writer.join();
    for (Thread reader : readers) {
      reader.join();
    }
    assertEquals(List.of(), List.copyOf(mixtures));
  }

  private interface Step {
    void run() throws Exception;
  }

  private void untilKilled(Step step) {
    try {
      while (true) {
        step.run();
      }
    } catch (UncheckedIOException killed) {
      // What was under way may or may not have happened.
    } catch (Exception | AssertionError problem) {
      mixtures.add(problem);
    }
  }

  /** Odd versions come as CSV, even ones as parquet. */
  private void replace(Client client, int version) throws Exception {
    boolean csv = version % 2 == 1;
    Path file = folder.resolve(csv ? "upload.csv" : "upload.parquet");
    try (DuckDb duck = new DuckDb()) {
      duck.write(
          "select timestamp '2024-01-01' + interval (i) minute as date, V as open, V as high, V as low, V as close"
                  .replace("V", version + "::double")
              + " from range("
              + rows(version)
              + ") t(i)",
          file,
          csv ? "format csv, header" : "format parquet");
    }
    begun = version;
    Client.Request request = client.request("PUT", SYMBOL).key(KEY);
    String type = csv ? "text/csv" : "application/vnd.apache.parquet";
    Reply put = request.body(type, Files.readAllBytes(file)).send();
    assertEquals(200, put.status(), put.text());
    acknowledged = version;
  }

  private static int rows(int version) {
    return 3_000 + 10 * version;
  }

  private void read(Client client) {
    page(client.get(SYMBOL + "?format=json&limit=500&page=2"));
    csv(client.get(SYMBOL + "/csv"));
    assertEquals(200, client.get(SYMBOL + "/download").status());
    reads.incrementAndGet();
  }

  /** What is found after a restart is the last acknowledged version, or the one under way. */
  private void check(Client client) throws Exception {
    int version = page(client.get(SYMBOL + "?format=json&sortOrder=asc"));
    assertTrue(
        version == acknowledged || version == begun,
        () -> version + " instead of " + acknowledged + " or " + begun);
    int last = (rows(version) + 499) / 500;
    assertEquals(version, page(client.get(SYMBOL + "?format=json&sortOrder=asc&page=" + last)));
    assertEquals(version, csv(client.get(SYMBOL + "/csv")));
    JsonObject metadata = client.get(SYMBOL).json().getJsonObject("metadata");
    assertEquals(rows(version), metadata.getInteger("rowCount"));
    byte[] download = client.get(SYMBOL + "/download").bytes();
    assertEquals(metadata.getInteger("dataSize"), download.length);
    Path file = Files.write(folder.resolve("download.parquet"), download);
    try (DuckDb duck = new DuckDb();
        Statement statement = duck.connection().createStatement();
        ResultSet sums =
            statement.executeQuery("select count(*), sum(close), max(high) from '" + file + "'")) {
      sums.next();
      assertEquals(rows(version), sums.getInt(1));
      assertEquals((double) version * rows(version), sums.getDouble(2));
      assertEquals(version, sums.getDouble(3));
    }
    begun = version;
    acknowledged = version;
  }

  /** The version that all of a page is of. */
  private static int page(Reply reply) {
    assertEquals(200, reply.status(), reply.text());
    JsonObject page = reply.json();
    JsonArray data = page.getJsonArray("data");
    int version = data.getJsonObject(0).getDouble("close").intValue();
    assertEquals(rows(version), page.getJsonObject("pagination").getInteger("totalItems"));
    for (Object row : data) {
      assertEquals(version, ((JsonObject) row).getDouble("close"));
    }
    return version;
  }

  /** The version that all of a CSV is of. */
  private static int csv(Reply reply) {
    assertEquals(200, reply.status(), reply.text());
    List<String> lines = reply.text().lines().skip(1).toList();
    String prices = lines.getFirst().split(",", 3)[2];
    int version = Integer.parseInt(prices.split(",")[0]);
    assertEquals(rows(version), lines.size());
    assertTrue(lines.stream().allMatch(line -> line.endsWith(prices)), prices);
    return version;
  }

  private static int left(Path data) throws Exception {
    try (Stream<Path> files = Files.list(data.resolve("imports"))) {
      return (int) files.count();
    }
  }
}
