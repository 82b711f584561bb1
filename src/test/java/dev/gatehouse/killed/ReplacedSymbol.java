package dev.gatehouse.killed;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A symbol that is replaced again and again, as CSV and as parquet. Every version has its number as
 * the price in all rows, and a unique row count, so that mixed versions are detected.
 */
final class ReplacedSymbol implements Work, AutoCloseable {
  private static final String SYMBOL = "/api/proxy/historical-data/SPY";

  private final KilledPackagedNode node;
  private final Path folder;
  private final DuckDb writing = new DuckDb();
  private final DuckDb reading = new DuckDb();
  private final Readers readers = new Readers();
  private volatile int acknowledged;
  private volatile int begun;

  /**
   * @param folder for files that are uploaded and downloaded
   */
  ReplacedSymbol(KilledPackagedNode node, Path folder) throws SQLException {
    this.node = node;
    this.folder = folder;
  }

  @Override
  public boolean step(Random random) throws Exception {
    int version = begun + 1;
    Path file = folder.resolve(csv(version) ? "upload.csv" : "upload.parquet");
    String price = version + "::double as ";
    writing.write(
        "select timestamp '2024-01-01' + interval (i) minute as date, "
            + (price + "open, " + price + "high, " + price + "low, " + price + "close")
            + (" from range(" + rows(version) + ") t(i)"),
        file,
        csv(version) ? "format csv, header" : "format parquet");
    String type = csv(version) ? "text/csv" : "application/vnd.apache.parquet";
    begun = version;
    node.owner("PUT", SYMBOL).body(type, Files.readAllBytes(file)).expect(200);
    acknowledged = version;
    return true;
  }

  private static boolean csv(int version) {
    return version % 2 == 1;
  }

  private static int rows(int version) {
    return 3_000 + 10 * version;
  }

  /** After a restart, the version is the last acknowledged one or the interrupted one. */
  @Override
  public void check(Random random) throws Exception {
    assertEquals(List.of(), node.files("imports"), "half-written files remain");
    if (acknowledged == 0 && node.get(SYMBOL).status() == 404) {
      begun = 0;
      return;
    }
    int version = page(node.get(SYMBOL + "?format=json&sortOrder=asc"));
    assertTrue(
        version == acknowledged || version == begun,
        () -> version + " instead of " + acknowledged + " or " + begun);
    begun = version;
    acknowledged = version;
    assertEquals(version, text(node.get(SYMBOL + "/csv")));
    assertEquals(version, file(node.get(SYMBOL + "/download")));
  }

  @Override
  public void checkAtEnd(Random random) throws Exception {
    check(random);
    int last = (rows(begun) + 499) / 500;
    assertEquals(
        begun, page(node.get(SYMBOL + "?format=json&limit=500&sortOrder=asc&page=" + last)));
    JsonObject metadata = node.get(SYMBOL).json().getJsonObject("metadata");
    assertEquals(rows(begun), metadata.getInteger("rowCount"));
    assertEquals(metadata.getInteger("dataSize"), node.get(SYMBOL + "/download").bytes().length);
  }

  /** A CSV is stored only as its serving copy, while parquet is stored beside its serving copy. */
  int blobs() {
    return csv(acknowledged) ? 1 : 2;
  }

  Work readers() {
    return readers;
  }

  /** Reads each format. None may be older than the version acknowledged before the request. */
  private final class Readers implements Work {
    @Override
    public boolean step(Random random) throws Exception {
      if (acknowledged == 0) {
        return node.get(SYMBOL).status() == 0;
      }
      current(() -> page(node.get(SYMBOL + "?format=json&limit=500&page=2")));
      current(() -> text(node.get(SYMBOL + "/csv")));
      current(() -> file(node.get(SYMBOL + "/download")));
      return true;
    }

    private void current(Callable<Integer> version) throws Exception {
      int oldest = acknowledged;
      int read = version.call();
      int newest = begun;
      assertTrue(
          read >= oldest && read <= newest, () -> read + " instead of " + oldest + " to " + newest);
    }

    @Override
    public void check(Random random) {
      // The symbol itself is checked by the work that replaces it.
    }
  }

  /** Returns the version that all rows of a page have. */
  private static int page(Reply reply) {
    reply.expect(200);
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
    reply.expect(200);
    List<String> lines = reply.text().lines().skip(1).toList();
    String prices = lines.getFirst().split(",", 3)[2];
    int version = (int) Double.parseDouble(prices.split(",")[0]);
    assertEquals(rows(version), lines.size());
    assertTrue(lines.stream().allMatch(line -> line.endsWith(prices)), prices);
    return version;
  }

  /** Returns the version that all rows of a parquet file have, as DuckDB reads it. */
  private int file(Reply reply) throws IOException, SQLException {
    reply.expect(200);
    Path file = Files.createTempFile(folder, "download", ".parquet");
    Files.write(file, reply.bytes());
    String sums = "select count(*), min(close), max(high), sum(low) from '" + file + "'";
    // Readers share one DuckDB, because separate instances would take CPU time from the node.
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

  @Override
  public void close() throws SQLException {
    writing.close();
    reading.close();
  }
}
