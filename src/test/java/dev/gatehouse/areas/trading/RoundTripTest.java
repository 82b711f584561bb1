package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.TestNode;
import dev.gatehouse.Words;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import io.vertx.core.json.JsonObject;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of four engines are uploaded over HTTP and have the same sums in every output format. */
class RoundTripTest {
  private static final String ALL = "/api/proxy/historical-data/";
  private static final String PARQUET = "application/vnd.apache.parquet";
  private static final Path MODULES = Path.of("target/npm/hyparquet");
  private static final double ROUNDING = 1e-9;

  @RegisterExtension static final TestNode NODE = new TestNode();
  @TempDir static Path folder;

  private static Sums expected;

  /** The expected sums. */
  private record Sums(long rows, double close, double volume, double tradeCount) {
    void check(Sums actual, String way) {
      assertEquals(rows, actual.rows, way);
      assertEquals(close, actual.close, ROUNDING * close, way);
      assertEquals(volume, actual.volume, ROUNDING * volume, way);
      assertEquals(tradeCount, actual.tradeCount, ROUNDING * tradeCount, way);
    }
  }

  @BeforeAll
  static void readTheOriginal() throws Exception {
    Path csv = resource("bars.csv");
    expected = duckDb("read_csv('" + csv + "')");
    try (DuckDb duck = new DuckDb()) {
      duck.write(
          "from read_csv('" + csv + "')", folder.resolve("duckdb.parquet"), "format parquet");
    }
  }

  @ParameterizedTest
  @Words(
      """
      duckdb.parquet polars-zstd.parquet polars-snappy.parquet wasm-v2-zstd.parquet wasm-v1-uncompressed-delta.parquet
      hyparquet-default.parquet hyparquet-groups.parquet
      """)
  void sumsAreEqualOnEveryWayOut(String name) throws Exception {
    Path upload = resource(name);
    put("QQQ", PARQUET, upload);
    expected.check(pages("asc"), "pages, oldest first");
    expected.check(pages("desc"), "pages, newest first");
    expected.check(duckDb("read_csv('" + saved("QQQ/csv", "out.csv") + "')"), "CSV");
    Path download = saved("QQQ/download", "out.parquet");
    assertEquals(-1, Files.mismatch(upload, download), "as it came");
    expected.check(duckDb("'" + download + "'"), "the upload");
  }

  @Test
  void servesParquetReadableByDuckDb() throws Exception {
    put("QQQ", "text/csv", resource("bars.csv"));
    expected.check(duckDb("'" + saved("QQQ/download", "copy.parquet") + "'"), "the serving copy");
  }

  /** As a browser would, by Range; npm brings it once, in these versions. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {"duckdb.parquet", "polars-zstd.parquet", "wasm-v2-zstd.parquet", "bars.csv"})
  void hyparquetReadsTheDownloadOverHttp(String name) throws Exception {
    assumeTrue(installed(), "npm and its registry are needed");
    put("QQQ", name.endsWith(".csv") ? "text/csv" : PARQUET, resource(name));
    Process reader =
        new ProcessBuilder(
                "node",
                "src/test/resources/market/sums-over-http.mjs",
                NODE.address() + ALL + "QQQ/download",
                MODULES.toAbsolutePath().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, reader.waitFor(), out);
    JsonObject read = new JsonObject(out);
    assertTrue(read.getInteger("ranges") > 0, out);
    expected.check(
        new Sums(
            read.getLong("rows"),
            read.getDouble("close"),
            read.getDouble("volume"),
            read.getDouble("tradeCount")),
        "hyparquet");
  }

  private static boolean installed() throws IOException, InterruptedException {
    if (Files.isDirectory(MODULES.resolve("node_modules/hyparquet-compressors"))) {
      return true;
    }
    Files.createDirectories(MODULES);
    try {
      String command =
          "npm install --prefix %s --no-audit --no-fund --ignore-scripts"
              + " hyparquet@1.31.5 hyparquet-compressors@1.1.2";
      return new ProcessBuilder(command.formatted(MODULES).split(" "))
              .redirectErrorStream(true)
              .redirectOutput(MODULES.resolve("npm.log").toFile())
              .start()
              .waitFor()
          == 0;
    } catch (IOException noNpm) {
      return false;
    }
  }

  private static Sums pages(String order) {
    List<JsonObject> rows = new ArrayList<>();
    JsonObject page;
    int number = 0;
    do {
      number++;
      String query = "QQQ?format=json&limit=97&sortOrder=" + order + "&page=" + number;
      page = NODE.get(ALL + query).json();
      page.getJsonArray("data").forEach(row -> rows.add((JsonObject) row));
    } while (page.getJsonObject("pagination").getBoolean("hasNextPage"));
    return new Sums(rows.size(), sum(rows, "close"), sum(rows, "volume"), sum(rows, "tradeCount"));
  }

  private static double sum(List<JsonObject> rows, String name) {
    return rows.stream()
        .filter(row -> row.getValue(name) != null)
        .mapToDouble(row -> row.getDouble(name))
        .sum();
  }

  private static Sums duckDb(String relation) throws Exception {
    try (DuckDb duck = new DuckDb();
        Statement statement = duck.connection().createStatement();
        ResultSet row =
            statement.executeQuery(
                "select count(*), sum(close), sum(volume), sum(tradeCount) from " + relation)) {
      row.next();
      return new Sums(row.getLong(1), row.getDouble(2), row.getDouble(3), row.getDouble(4));
    }
  }

  private static void put(String symbol, String type, Path file) throws IOException {
    Reply put = NODE.owner("PUT", ALL + symbol).body(type, Files.readAllBytes(file)).expect(200);
    assertEquals(expected.rows(), put.json().getJsonObject("metadata").getLong("rowCount"));
  }

  private static Path saved(String path, String name) throws IOException {
    return Files.write(folder.resolve(name), NODE.get(ALL + path).bytes());
  }

  private static Path resource(String name) throws IOException {
    Path copy = folder.resolve(name);
    if (!Files.exists(copy)) {
      try (InputStream in = RoundTripTest.class.getResourceAsStream("/market/" + name)) {
        Files.copy(in, copy);
      }
    }
    return copy;
  }
}
