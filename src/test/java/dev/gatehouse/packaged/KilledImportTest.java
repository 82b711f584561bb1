package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.Client.Reply;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 at random moments while one writer repeatedly replaces a symbol, and readers read it as
 * pages, CSV and file. Every version has its number as the price in all rows, and a unique row
 * count, so that mixed versions are detected.
 */
@Tag("slow")
class KilledImportTest {
  private static final int KILLS = 20;
  private static final int LONGEST_ROUND_MILLIS = 500;
  private static final int READERS = 2;
  private static final Duration AGED = Duration.ofHours(30);
  private static final String KEY = "owners-key-0123456789";
  private static final String SYMBOL = "/api/proxy/historical-data/SPY";

  @TempDir Path folder;
  private final Random random = new Random();
  private final AtomicInteger reads = new AtomicInteger();
  private final Queue<Throwable> problems = new ConcurrentLinkedQueue<>();
  private int replacements;
  private int interrupted;
  private final DuckDb writing = new DuckDb();
  private final DuckDb reading = new DuckDb();
  private volatile int acknowledged;
  private volatile int begun;

  KilledImportTest() throws SQLException {}

  @AfterEach
  void close() throws SQLException {
    writing.close();
    reading.close();
  }

  @Test
  @Timeout(400)
  void keepsEachSymbolAtOneCompleteVersion() throws Exception {
    Path data = folder.resolve("data");
    int cleared = 0;
    try (PackagedNode node = node(data)) {
      start(node);
      replace(node.client(), 1);
      for (int kill = 0; kill < KILLS; kill++) {
        readAndReplaceUntilKilled(node, kill % 2 == 0);
        cleared += files(data.resolve("imports")).size();
        start(node);
        assertEquals(List.of(), files(data.resolve("imports")), "what was being written is gone");
        checkTheLastVersion(node.client());
      }
      node.kill();
      for (Path blob : files(data.resolve("blobs"))) {
        // Simulates that the node was down for longer than the sweep spares blobs.
        Files.setLastModifiedTime(blob, FileTime.from(Instant.now().minus(AGED)));
      }
      start(node);
      node.clear();
      checkOnlyOneVersion(data.resolve("blobs"));
      checkEverything(node.client());
    }
    System.out.printf(
        "%d kills, %d amid a replacement, %d replacements acknowledged, %d reads whole (each page,"
            + " CSV and file), %d half-written files cleared%n",
        KILLS, interrupted, replacements, reads.get(), cleared);
    assertTrue(reads.get() > KILLS, "there was reading");
    assertTrue(replacements > KILLS / 2, "there was writing");
    assertTrue(interrupted >= KILLS / 2, "and it was interrupted");
  }

  private static PackagedNode node(Path data) {
    return new PackagedNode(data)
        // A round is too short for the optimizing compiler to pay off.
        .javaOptions("-XX:TieredStopAtLevel=1")
        .with("ACCESS_API_KEY", KEY)
        .with("LIMITS_DEFAULT_PER_MINUTE", "0")
        .with("LIMITS_OPERATOR_PER_MINUTE", "0");
  }

  /** Starts only the verticles that serve the data, because a node is started for each kill. */
  private static void start(PackagedNode node) {
    node.start("--verticles", "http,access,trading");
  }

  /**
   * Every other round lasts until a replacement was acknowledged, regardless of the machine's
   * speed.
   */
  private void readAndReplaceUntilKilled(PackagedNode node, boolean atOnce) throws Exception {
    Client client = node.client();
    var replaced = new CountDownLatch(atOnce ? 0 : 1);
    Thread writer =
        Thread.ofPlatform()
            .start(() ->
                untilKilled(() -> {
                  replace(client, begun + 1);
                  replaced.countDown();
                }));
    List<Thread> readers =
        Stream.generate(() -> Thread.ofPlatform().start(() -> untilKilled(() -> read(client))))
            .limit(READERS)
            .toList();
    assertTrue(replaced.await(60, TimeUnit.SECONDS), () -> "nothing was replaced: " + problems);
    // This is not a wait for an event. The moment of the kill is random.
    writer.join(1 + random.nextInt(LONGEST_ROUND_MILLIS));
    node.kill();
    writer.join();
    interrupted += begun > acknowledged ? 1 : 0;
    for (Thread reader : readers) {
      reader.join();
    }
    assertEquals(List.of(), List.copyOf(problems));
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
      // An interrupted request may or may not have been executed.
    } catch (Exception | AssertionError problem) {
      problems.add(problem);
    }
  }

  /** Uploads odd versions as CSV and even versions as parquet. */
  private void replace(Client client, int version) throws Exception {
    Path file = folder.resolve(csv(version) ? "upload.csv" : "upload.parquet");
    String price = version + "::double as ";
    writing.write(
        "select timestamp '2024-01-01' + interval (i) minute as date, "
            + (price + "open, " + price + "high, " + price + "low, " + price + "close")
            + (" from range(" + rows(version) + ") t(i)"),
        file,
        csv(version) ? "format csv, header" : "format parquet");
    String type = csv(version) ? "text/csv" : "application/vnd.apache.parquet";
    Client.Request put =
        client.request("PUT", SYMBOL).key(KEY).body(type, Files.readAllBytes(file));
    begun = version;
    Reply reply = put.send();
    assertEquals(200, reply.status(), reply.text());
    acknowledged = version;
    replacements++;
  }

  private static boolean csv(int version) {
    return version % 2 == 1;
  }

  private static int rows(int version) {
    return 3_000 + 10 * version;
  }

  /** Reads each format once. None may be older than the version acknowledged before the request. */
  private void read(Client client) throws Exception {
    current(() -> page(client.get(SYMBOL + "?format=json&limit=500&page=2")));
    current(() -> text(client.get(SYMBOL + "/csv")));
    current(() -> file(client.get(SYMBOL + "/download")));
    reads.incrementAndGet();
  }

  private void current(Callable<Integer> version) throws Exception {
    int oldest = acknowledged;
    int read = version.call();
    int newest = begun;
    assertTrue(
        read >= oldest && read <= newest, () -> read + " instead of " + oldest + " to " + newest);
  }

  /** After a restart, the version is the last acknowledged one or the interrupted one. */
  private void checkTheLastVersion(Client client) throws Exception {
    int version = page(client.get(SYMBOL + "?format=json&sortOrder=asc"));
    assertTrue(
        version == acknowledged || version == begun,
        () -> version + " instead of " + acknowledged + " or " + begun);
    begun = version;
    acknowledged = version;
    assertEquals(version, text(client.get(SYMBOL + "/csv")));
    assertEquals(version, file(client.get(SYMBOL + "/download")));
  }

  private void checkEverything(Client client) throws Exception {
    checkTheLastVersion(client);
    int last = (rows(begun) + 499) / 500;
    assertEquals(begun, page(client.get(SYMBOL + "?format=json&sortOrder=asc&page=" + last)));
    JsonObject metadata = client.get(SYMBOL).json().getJsonObject("metadata");
    assertEquals(rows(begun), metadata.getInteger("rowCount"));
    int size = client.get(SYMBOL + "/download").bytes().length;
    assertEquals(metadata.getInteger("dataSize"), size);
  }

  /** Returns the version that all rows of a page have. */
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

  /** Returns the version that all rows of a CSV have. */
  private static int text(Reply reply) {
    assertEquals(200, reply.status(), reply.text());
    List<String> lines = reply.text().lines().skip(1).toList();
    String prices = lines.getFirst().split(",", 3)[2];
    int version = (int) Double.parseDouble(prices.split(",")[0]);
    assertEquals(rows(version), lines.size());
    assertTrue(lines.stream().allMatch(line -> line.endsWith(prices)), prices);
    return version;
  }

  /** Returns the version that all rows of a parquet file have, as DuckDB reads it. */
  private int file(Reply reply) throws IOException, SQLException {
    assertEquals(200, reply.status(), reply.text());
    Path file = Files.createTempFile(folder, "download", ".parquet");
    Files.write(file, reply.bytes());
    String sums = "select count(*), min(close), max(high), sum(low) from '" + file + "'";
    // All readers share one DuckDB, because separate instances would take CPU time from the node.
    synchronized (reading) {
      try (Statement statement = reading.connection().createStatement();
          ResultSet row = statement.executeQuery(sums)) {
        row.next();
        int version = (int) row.getDouble(2);
        assertEquals(rows(version), row.getInt(1));
        assertEquals(version, row.getDouble(3));
        assertEquals((double) version * rows(version), row.getDouble(4));
        return version;
      } finally {
        Files.delete(file);
      }
    }
  }

  /** A CSV is stored only as its serving copy, while parquet is stored beside its serving copy. */
  private void checkOnlyOneVersion(Path blobs) throws IOException {
    List<Path> stored = TestNode.blobs(blobs);
    assertEquals(csv(acknowledged) ? 1 : 2, stored.size(), stored::toString);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
