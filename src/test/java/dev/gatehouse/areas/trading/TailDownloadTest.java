package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Client.Reply;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Parquet downloads of symbols with added bars: no writes, ranges, and conditions. */
class TailDownloadTest {
  private static final String ALL = "/api/proxy/historical-data/";
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final int LONG = 20_500;
  private static final String TENTH = "LONG,2026-01-01T00:10:00.000Z,";

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @Test
  void writesNothingForDownload() throws Exception {
    put("NEW");
    add("NEW", 1);
    List<Path> before = NODE.blobs();
    Reply whole = NODE.get(ALL + "NEW/download").expect(200);
    assertTrue(before.containsAll(NODE.blobs()));
    Client.Request upload = NODE.owner("PUT", ALL + "AGAIN");
    upload.body("application/vnd.apache.parquet", whole.bytes()).expect(200);
    assertEquals(
        NODE.get(ALL + "NEW/csv").text().replace("NEW", "AGAIN"),
        NODE.get(ALL + "AGAIN/csv").text());
  }

  @Test
  void headHasLengthAndTagOfGet() {
    put("HEAD");
    add("HEAD", 1);
    Reply head = NODE.request("HEAD", ALL + "HEAD/download").send();
    Reply get = NODE.get(ALL + "HEAD/download");
    head.expect(200);
    assertEquals(Integer.toString(get.bytes().length), head.header("Content-Length"));
    assertEquals(get.header("ETag"), head.header("ETag"));
    assertEquals("bytes", get.header("Accept-Ranges"));
    Client.Request same = NODE.request("GET", ALL + "HEAD/download");
    same.header("If-None-Match", get.header("ETag")).expect(304);
  }

  @Test
  void returnsAnyRange() {
    put("PARTS");
    add("PARTS", 1);
    byte[] whole = NODE.get(ALL + "PARTS/download").bytes();
    for (int from = 0; from < whole.length; from += 97) {
      int to = Math.min(whole.length, from + 700);
      Client.Request part = NODE.request("GET", ALL + "PARTS/download");
      Reply reply = part.header("Range", "bytes=" + from + "-" + (to - 1)).expect(206);
      assertArrayEquals(Arrays.copyOfRange(whole, from, to), reply.bytes());
    }
  }

  /** The rows from the changed one on are too many for memory, so they are folded first. */
  @Test
  void foldsManyChangedRowsForDownload() throws Exception {
    put("LONG", LONG);
    Reply csv = NODE.get(ALL + "LONG/csv");
    add("LONG", 10);
    Reply whole = NODE.get(ALL + "LONG/download").expect(200);
    assertEquals(Integer.toString(whole.bytes().length), whole.header("Content-Length"));
    Client.Request upload = NODE.owner("PUT", ALL + "COPY");
    upload.body("application/vnd.apache.parquet", whole.bytes()).expect(200);
    String expected = csv.text().replace(TENTH + "1,1,1,1,", TENTH + "10,10,10,10,");
    String copied = NODE.get(ALL + "COPY/csv").text().replace("COPY", "LONG");
    assertTrue(expected.equals(copied), "the CSVs differ");
    NODE.request("GET", ALL + "LONG/download").header("Range", "bytes=0-99").expect(206);
  }

  @Test
  void returnsWholeFileAfterAnotherAppend() {
    put("MORE");
    add("MORE", 1);
    Reply first = NODE.get(ALL + "MORE/download");
    part(first.header("ETag")).expect(206);
    add("MORE", 2);
    Reply next = part(first.header("ETag")).expect(200);
    assertNotEquals(first.header("ETag"), next.header("ETag"));
    assertArrayEquals(NODE.get(ALL + "MORE/download").bytes(), next.bytes());
  }

  private static Reply part(String tag) {
    return NODE.request("GET", ALL + "MORE/download")
        .header("Range", "bytes=-8")
        .header("If-Range", tag)
        .send();
  }

  private static void put(String symbol) {
    put(symbol, 1);
  }

  private static void put(String symbol, int rows) {
    StringBuilder csv = new StringBuilder("timeUtc,open,high,low,close\n");
    for (int minute = 0; minute < rows; minute++) {
      csv.append(FIRST.plusSeconds(60L * minute)).append(",1,1,1,1\n");
    }
    byte[] bytes = csv.toString().getBytes(StandardCharsets.UTF_8);
    NODE.owner("PUT", ALL + symbol).body("text/csv", bytes).expect(200);
  }

  private static void add(String symbol, int minute) {
    JsonObject bar = JsonObject.of("timeUtc", FIRST.plusSeconds(60L * minute).toString());
    List.of("open", "high", "low", "close").forEach(name -> bar.put(name, minute));
    Client.Request add = NODE.owner("POST", ALL + symbol + "/bars");
    add.json(JsonObject.of("bars", new JsonArray().add(bar))).expect(200);
  }
}
