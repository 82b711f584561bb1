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
    Reply whole = client().get(ALL + "NEW/download");
    assertEquals(200, whole.status(), whole.text());
    assertEquals(before, NODE.blobs());
    Client.Request upload = client().request("PUT", ALL + "AGAIN").key(TestNode.KEY);
    Reply again = upload.body("application/vnd.apache.parquet", whole.bytes()).send();
    assertEquals(200, again.status(), again.text());
    assertEquals(
        client().get(ALL + "NEW/csv").text().replace("NEW", "AGAIN"),
        client().get(ALL + "AGAIN/csv").text());
  }

  @Test
  void headHasLengthAndTagOfGet() {
    put("HEAD");
    add("HEAD", 1);
    Reply head = client().request("HEAD", ALL + "HEAD/download").send();
    Reply get = client().get(ALL + "HEAD/download");
    assertEquals(200, head.status());
    assertEquals(Integer.toString(get.bytes().length), head.header("Content-Length"));
    assertEquals(get.header("ETag"), head.header("ETag"));
    assertEquals("bytes", get.header("Accept-Ranges"));
    Client.Request same = client().request("GET", ALL + "HEAD/download");
    assertEquals(304, same.header("If-None-Match", get.header("ETag")).send().status());
  }

  @Test
  void returnsAnyRange() {
    put("PARTS");
    add("PARTS", 1);
    byte[] whole = client().get(ALL + "PARTS/download").bytes();
    for (int from = 0; from < whole.length; from += 97) {
      int to = Math.min(whole.length, from + 700);
      Client.Request part = client().request("GET", ALL + "PARTS/download");
      Reply reply = part.header("Range", "bytes=" + from + "-" + (to - 1)).send();
      assertEquals(206, reply.status());
      assertArrayEquals(Arrays.copyOfRange(whole, from, to), reply.bytes());
    }
  }

  /** The rows from the changed one on are too many for memory, so they are folded first. */
  @Test
  void foldsManyChangedRowsForDownload() throws Exception {
    put("LONG", LONG);
    Reply csv = client().get(ALL + "LONG/csv");
    add("LONG", 10);
    Reply whole = client().get(ALL + "LONG/download");
    assertEquals(200, whole.status(), whole.text());
    assertEquals(Integer.toString(whole.bytes().length), whole.header("Content-Length"));
    Client.Request upload = client().request("PUT", ALL + "COPY").key(TestNode.KEY);
    Reply copy = upload.body("application/vnd.apache.parquet", whole.bytes()).send();
    assertEquals(200, copy.status(), copy.text());
    String expected = csv.text().replace(TENTH + "1,1,1,1,", TENTH + "10,10,10,10,");
    String copied = client().get(ALL + "COPY/csv").text().replace("COPY", "LONG");
    assertTrue(expected.equals(copied), "the CSVs differ");
    Client.Request part = client().request("GET", ALL + "LONG/download");
    assertEquals(206, part.header("Range", "bytes=0-99").send().status());
  }

  @Test
  void returnsWholeFileAfterAnotherAppend() {
    put("MORE");
    add("MORE", 1);
    Reply first = client().get(ALL + "MORE/download");
    assertEquals(206, part(first.header("ETag")).status());
    add("MORE", 2);
    Reply next = part(first.header("ETag"));
    assertEquals(200, next.status());
    assertNotEquals(first.header("ETag"), next.header("ETag"));
    assertArrayEquals(client().get(ALL + "MORE/download").bytes(), next.bytes());
  }

  private static Reply part(String tag) {
    return client()
        .request("GET", ALL + "MORE/download")
        .header("Range", "bytes=-8")
        .header("If-Range", tag)
        .send();
  }

  private static Client client() {
    return NODE.client();
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
    Client.Request put = client().request("PUT", ALL + symbol).key(TestNode.KEY);
    assertEquals(200, put.body("text/csv", bytes).send().status());
  }

  private static void add(String symbol, int minute) {
    JsonObject bar = new JsonObject().put("timeUtc", FIRST.plusSeconds(60L * minute).toString());
    List.of("open", "high", "low", "close").forEach(name -> bar.put(name, minute));
    Client.Request add = client().request("POST", ALL + symbol + "/bars").key(TestNode.KEY);
    Reply reply = add.json(new JsonObject().put("bars", new JsonArray().add(bar))).send();
    assertEquals(200, reply.status(), reply.text());
  }
}
