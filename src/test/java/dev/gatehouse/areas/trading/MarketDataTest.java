package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Client.Reply;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Historical data over HTTP, from the real index of twenty years. */
class MarketDataTest {
  private static final String ALL = "/api/proxy/historical-data";
  private static final String GSPC = ALL + "/%5EGSPC";
  private static final int ROWS = 5_105;

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @BeforeAll
  static void importTheIndex() throws IOException {
    Reply put = put("^gspc", "text/csv", resource("sp500-2000.csv.gz", true)).expect(200);
    assertEquals(ROWS, put.json().getJsonObject("metadata").getInteger("rowCount"));
  }

  @Test
  void listsAndDescribesSymbol() {
    Reply list = NODE.get(ALL);
    assertEquals(1, Collections.frequency(list.texts("symbols", "symbol"), "^GSPC"));
    JsonObject described = NODE.get(GSPC).json();
    assertEquals(
        "2000-01-03T00:00:00.000Z", described.getJsonObject("metadata").getString("startDate"));
    assertTrue(described.getString("downloadUrl").endsWith("/%5EGSPC/download"));
  }

  @Test
  void redirectsDeprecatedList() {
    Reply moved = NODE.get(ALL + "-symbols").expect(308);
    assertEquals(NODE.address() + ALL, moved.header("Location"));
    assertTrue(moved.header("Deprecation").startsWith("@"));
    assertTrue(moved.header("Link").contains("successor-version"));
  }

  @Test
  void returnsPagesFromBothEnds() {
    JsonObject newest = NODE.get(GSPC + "?format=json&limit=3").json();
    assertEquals(ROWS, newest.getJsonObject("pagination").getInteger("totalItems"));
    JsonObject oldest = NODE.get(GSPC + "?format=json&limit=3&sortOrder=asc").json();
    JsonObject first = oldest.getJsonArray("data").getJsonObject(0);
    assertEquals("2000-01-03T00:00:00.000Z", first.getString("timeUtc"));
    assertEquals(1469.25, first.getDouble("open"));
    assertEquals("^GSPC", first.getString("symbol"));
    JsonObject last = NODE.get(GSPC + "?format=json&limit=500&page=11").json();
    JsonArray tail = last.getJsonArray("data");
    assertEquals(ROWS % 500, tail.size());
    assertEquals(first, tail.getJsonObject(tail.size() - 1));
    assertEquals(0, NODE.get(GSPC + "?format=json&page=4000").json().getJsonArray("data").size());
  }

  @Test
  void filtersByDateRangeAndColumns() {
    String query = "?format=json&sortOrder=asc&from=2000-01-04&to=2000-01-05";
    JsonObject page = NODE.get(GSPC + query + "&columns=close,timeUtc,close").json();
    assertEquals(
        "[{\"timeUtc\":\"2000-01-04T00:00:00.000Z\",\"close\":1399.42004},"
            + "{\"timeUtc\":\"2000-01-05T00:00:00.000Z\",\"close\":1402.109985}]",
        page.getJsonArray("data").encode().replace("1399.420044", "1399.42004"));
  }

  @ParameterizedTest
  @CsvSource({
    "?format=json&columns=nope, columns",
    "?format=json&columns=%2C, columns",
    "?format=json&columns=, columns",
    "?format=json&columns=%2C%2C, columns",
    "?format=json&columns=close%2C, columns",
    "?format=json&from=%2B999999999-12-31T23:59:59Z, from"
  })
  void namesInvalidParameter(String query, String parameter) {
    Reply reply = NODE.get(GSPC + query).expect(400);
    assertTrue(reply.error().contains(parameter), reply.error());
  }

  @Test
  void rejectsUnknownAndInvalidSymbols() {
    NODE.get(ALL + "/NOPE").expect(404);
    NODE.get(ALL + "/NOPE/csv").expect(404);
    NODE.get(ALL + "/A%20B").expect(400);
  }

  @Test
  void returnsImportedDataAsCsv() throws IOException {
    Reply csv = NODE.get(GSPC + "/csv");
    assertEquals("text/csv", csv.header("Content-Type"));
    assertTrue(csv.header("Content-Disposition").contains(".csv"));
    String[] lines = csv.text().split("\n");
    assertEquals(
        "symbol,timeUtc,open,high,low,close,volume,vwap,tradeCount,exchange,otc", lines[0]);
    assertEquals(ROWS + 1, lines.length);
    assertTrue(lines[1].startsWith("^GSPC,2000-01-03T00:00:00.000Z,1469.25,1478,"), lines[1]);
    NODE.request("GET", GSPC + "/csv").header("If-None-Match", csv.header("ETag")).expect(304);
  }

  @Test
  void returnsParquetFileUnchanged() throws IOException {
    byte[] file = resource("polars-zstd.parquet", false);
    put("QQQ", "application/vnd.apache.parquet", file).expect(200);
    Reply whole = NODE.get(ALL + "/qqq/download");
    assertArrayEquals(file, whole.bytes());
    assertEquals("application/octet-stream", whole.header("Content-Type"));
    assertEquals(Integer.toString(file.length), whole.header("Content-Length"));
    Client.Request end = NODE.request("GET", ALL + "/QQQ/download").header("Range", "bytes=-4");
    assertEquals("PAR1", end.expect(206).text());
  }

  @Test
  void appliesReplacementAndDeletionImmediately() {
    String one = "date,open,high,low,close\n2024-01-01,1,1,1,1\n";
    String two = "date,open,high,low,close\n2024-01-01,2,2,2,2\n";
    put("SWAP", "text/csv", one.getBytes(StandardCharsets.UTF_8));
    String before = NODE.get(ALL + "/SWAP/csv").header("ETag");
    put("SWAP", "text/csv", two.getBytes(StandardCharsets.UTF_8));
    Reply after = NODE.get(ALL + "/SWAP/csv");
    assertNotEquals(before, after.header("ETag"));
    assertTrue(after.text().contains(",2,2,2,2,"));
    NODE.owner("DELETE", ALL + "/SWAP").expect(200);
    NODE.get(ALL + "/SWAP/csv").expect(404);
  }

  @Test
  void keepsOneOfConcurrentImportsIntact() throws Exception {
    for (int round = 0; round < 5; round++) {
      Concurrently.all(List.of(putting(1_000, 1), putting(2_000, 2)));
      List<String> lines = NODE.get(ALL + "/TWO/csv").text().lines().skip(1).toList();
      int winner = lines.size() / 1_000;
      String prices = (winner + ",").repeat(4);
      assertTrue(lines.stream().allMatch(line -> line.contains("Z," + prices)), prices);
      JsonObject metadata = NODE.get(ALL + "/TWO").json().getJsonObject("metadata");
      assertEquals(1_000 * winner, metadata.getInteger("rowCount"));
    }
  }

  private static Callable<Reply> putting(int rows, int price) {
    StringBuilder csv = new StringBuilder("timestamp,open,high,low,close\n");
    for (int i = 0; i < rows; i++) {
      csv.append(1_700_000_000 + 60 * i).append(("," + price).repeat(4)).append('\n');
    }
    byte[] bytes = csv.toString().getBytes(StandardCharsets.UTF_8);
    return () -> put("TWO", "text/csv", bytes).expect(200);
  }

  @ParameterizedTest
  @CsvSource({"'date,open\n2024-01-01,1\n', column", "'PAR1', ''"})
  void rejectsInvalidFiles(String file, String word) {
    Reply refused = put("BAD", "text/csv", file.getBytes(StandardCharsets.UTF_8)).expect(400);
    assertTrue(refused.error().contains(word), refused.error());
    NODE.get(ALL + "/BAD").expect(404);
  }

  private static Reply put(String symbol, String type, byte[] file) {
    return NODE.owner("PUT", ALL + "/" + symbol.replace("^", "%5E")).body(type, file).send();
  }

  private static byte[] resource(String name, boolean zipped) throws IOException {
    try (InputStream raw = MarketDataTest.class.getResourceAsStream("/market/" + name);
        InputStream in = zipped ? new GZIPInputStream(raw) : raw) {
      return in.readAllBytes();
    }
  }
}
