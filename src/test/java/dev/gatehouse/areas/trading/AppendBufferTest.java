package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.Concurrently;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Bars that are added one by one: their cost, and that no bar is lost or returned twice. */
class AppendBufferTest {
  private static final String ALL = "/api/proxy/historical-data/";
  private static final int ROWS = 60_000;

  /** Of a symbol whose file is large beside what is added to it. */
  private static final int MANY_ROWS = 300_000;

  /** Small enough that even the smaller file has several row groups. */
  private static final int ROW_GROUP = 20_480;

  private static final int APPENDS = 500;
  private static final int AT_ONCE = 30;
  private static final Instant FIRST = Instant.parse("2010-01-01T00:00:00Z");

  @RegisterExtension static final TestNode NODE = new TestNode();

  @TempDir static Path folder;
  private static byte[] minutes;

  @BeforeAll
  static void makeAFile() throws Exception {
    minutes = minutes(ROWS);
  }

  private static byte[] minutes(int rows) throws Exception {
    try (DuckDb duck = new DuckDb(rows)) {
      return Files.readAllBytes(
          duck.write(
              "select * exclude (symbol) from bars",
              folder.resolve("u.parquet"),
              "format parquet, codec zstd, row_group_size " + ROW_GROUP));
    }
  }

  /** Readers look on meanwhile; at the end page, CSV and download have all of them. */
  @Test
  @Tag("slow")
  void limitsDiskUsageOf500Appends() throws Exception {
    put("SPY", minutes(MANY_ROWS));
    long before = bytes();
    for (int i = 0; i < APPENDS; i++) {
      assertEquals(
          MANY_ROWS + i + 1, rowCount(add("SPY", List.of(bar(MANY_ROWS + i, i))).expect(200)));
      if (i % 50 == 0) {
        assertEquals(i, data("SPY?format=json&limit=1").getJsonObject(0).getDouble("close"));
      }
    }
    assertTrue(bytes() <= 2 * before, () -> before + " bytes became " + bytes());
    JsonArray newest = data("SPY?format=json&limit=" + APPENDS);
    for (int i = 0; i < APPENDS; i++) {
      assertEquals(APPENDS - 1 - i, newest.getJsonObject(i).getDouble("close"));
    }
    Reply csv = NODE.get(ALL + "SPY/csv").expect(200);
    assertEquals(MANY_ROWS + APPENDS + 1L, csv.text().lines().count(), "CSV and header");
    Path download =
        Files.write(folder.resolve("d.parquet"), NODE.get(ALL + "SPY/download").bytes());
    assertEquals(MANY_ROWS + APPENDS, DuckDb.read(download, "SPY").size());
  }

  @Test
  void acceptsThirtyConcurrentAppends() throws Exception {
    put("MANY");
    TreeMap<Integer, Double> expected = new TreeMap<>();
    for (int round = 0; round < 10; round++) {
      int first = ROWS + round * AT_ONCE;
      Concurrently.times(AT_ONCE, i -> add("MANY", List.of(bar(first + i, first + i))).expect(200));
      IntStream.range(first, first + AT_ONCE).forEach(at -> expected.put(at, (double) at));
    }
    JsonArray rows = data("MANY?format=json&limit=" + expected.size() + "&sortOrder=desc");
    List<Double> closes =
        IntStream.range(0, rows.size())
            .mapToObj(i -> rows.getJsonObject(rows.size() - 1 - i).getDouble("close"))
            .toList();
    assertEquals(List.copyOf(expected.values()), closes);
  }

  /** Amid the rows, before them, over them and behind them, a few or many at once. */
  @Test
  void insertsBatchesOfAnySizeByTime() throws Exception {
    put("MIX");
    TreeMap<Integer, Double> changed = new TreeMap<>();
    int price = 1;
    for (int size : new int[] {1, 5, 64, 65, 300, 1, 2, 40, 1_000, 64, 64, 64, 64, 5_000, 1}) {
      List<JsonObject> bars = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        int minute =
            switch (i % 4) {
              case 0 -> ROWS + i;
              case 1 -> -1 - i;
              case 2 -> 1_000 + i;
              default -> ROWS - 1 - i;
            };
        bars.add(bar(minute, price));
        changed.put(minute, (double) price);
      }
      Reply reply = add("MIX", bars).expect(200);
      long fresh = changed.keySet().stream().filter(at -> at < 0 || at >= ROWS).count();
      assertEquals(ROWS + fresh, rowCount(reply));
      price++;
    }
    assertHas("MIX", changed);
    NODE.get(ALL + "MIX/download");
    assertHas("MIX", changed);
  }

  @Test
  void acceptsUnchangedPage() throws Exception {
    put("BACK");
    JsonArray page = data("BACK?format=json&limit=500&page=7");
    String before = NODE.get(ALL + "BACK?format=json&limit=500&page=7").text();
    Reply reply = add("BACK", page.stream().map(bar -> (JsonObject) bar).toList()).expect(200);
    assertEquals(ROWS, rowCount(reply));
    assertEquals(before, NODE.get(ALL + "BACK?format=json&limit=500&page=7").text());
  }

  @Test
  void countsImplausibleBarsAsWarnings() {
    JsonObject upsideDown = bar(1, 5).put("low", 9).put("volume", -1);
    JsonObject negative = bar(2, 5).put("volume", -1);
    assertEquals(
        2, add("ODD", List.of(bar(0, 5), upsideDown, negative)).json().getInteger("warnings"));
    assertEquals(0, add("ODD", List.of(bar(3, 5))).json().getInteger("warnings"));
  }

  /** Strangers may request it again and again. */
  @Test
  void writesNothingForCsv() throws Exception {
    put("READ");
    add("READ", List.of(bar(ROWS, 1)));
    add("READ", IntStream.range(0, 100).mapToObj(i -> bar(i, 2)).toList());
    add("READ", List.of(bar(7, 3), bar(-1, 4)));
    List<Path> before = NODE.blobs();
    Reply csv = NODE.get(ALL + "READ/csv");
    assertEquals(ROWS + 3L, csv.text().lines().count());
    assertTrue(before.containsAll(NODE.blobs()));
    assertNotEquals(csv.header("ETag"), added("READ", bar(7, 5)).header("ETag"));
    NODE.get(ALL + "READ/download").expect(200);
    assertEquals(csv.text().replace(",3,3,3,3,", ",5,5,5,5,"), NODE.get(ALL + "READ/csv").text());
  }

  private static Reply added(String symbol, JsonObject bar) {
    add(symbol, List.of(bar));
    return NODE.get(ALL + symbol + "/csv");
  }

  /** The entity tag remains unchanged while the data do, in the tail or in the file. */
  @Test
  @Tag("slow")
  void keepsETagWhenBufferIsMerged() throws Exception {
    put("TAGS");
    String first = NODE.get(ALL + "TAGS").header("ETag");
    // A change amid many rows, with which a download starts a fold.
    add("TAGS", List.of(bar(1, 2)));
    String added = NODE.get(ALL + "TAGS").header("ETag");
    assertNotEquals(first, added);
    Reply csv = NODE.get(ALL + "TAGS/csv");
    assertEquals(ROWS + 1L, csv.text().lines().count());
    List<Path> before = NODE.blobs();
    NODE.get(ALL + "TAGS/download").expect(200);
    assertNotEquals(before, NODE.blobs());
    assertEquals(csv.text(), NODE.get(ALL + "TAGS/csv").text());
    assertEquals(csv.header("ETag"), NODE.get(ALL + "TAGS/csv").header("ETag"));
    assertEquals(added, NODE.get(ALL + "TAGS").header("ETag"));
    JsonObject body = JsonObject.of("bars", new JsonArray().add(bar(2, 3)));
    NODE.owner("POST", ALL + "TAGS/bars").json(body).header("If-Match", first).expect(412);
  }

  private void assertHas(String symbol, TreeMap<Integer, Double> changed) {
    for (int minute : new int[] {changed.firstKey(), 900, 3_000, ROWS - 2_000, ROWS}) {
      String from = FIRST.plusSeconds(60L * minute).toString();
      JsonArray rows = data(symbol + "?format=json&sortOrder=asc&limit=500&from=" + from);
      Integer last = minute;
      for (int i = 0; i < rows.size(); i++) {
        JsonObject row = rows.getJsonObject(i);
        int at = (int) FIRST.until(Instant.parse(row.getString("timeUtc")), ChronoUnit.MINUTES);
        Integer expected = next(changed, i == 0 ? last - 1 : last);
        assertEquals(expected, at, symbol);
        if (changed.containsKey(at)) {
          assertEquals(changed.get(at), row.getDouble("close"), symbol + " " + at);
        }
        last = at;
      }
    }
  }

  /** The minute of the row after another's. */
  private static Integer next(TreeMap<Integer, Double> changed, int after) {
    int next = after + 1;
    if (next >= 0 && next < ROWS) {
      return next;
    }
    return next < 0 && changed.higherKey(after) < 0
        ? changed.higherKey(after)
        : first(changed, after);
  }

  private static Integer first(TreeMap<Integer, Double> changed, int after) {
    return after < 0 ? Integer.valueOf(0) : changed.higherKey(after);
  }

  private static JsonObject bar(int minute, double price) {
    return Samples.bar(FIRST.plusSeconds(60L * minute).toString(), price);
  }

  private static void put(String symbol) {
    put(symbol, minutes);
  }

  private static void put(String symbol, byte[] rows) {
    NODE.owner("PUT", ALL + symbol).body("application/octet-stream", rows).expect(200);
  }

  private static Reply add(String symbol, List<JsonObject> bars) {
    return NODE.owner("POST", ALL + symbol + "/bars")
        .json(JsonObject.of("bars", new JsonArray(bars)))
        .send();
  }

  private static JsonArray data(String query) {
    return NODE.get(ALL + query).json().getJsonArray("data");
  }

  private static long rowCount(Reply reply) {
    return reply.json().getJsonObject("metadata").getLong("rowCount");
  }

  private static long bytes() {
    return Unchecked.get(NODE::blobs).stream().mapToLong(blob -> blob.toFile().length()).sum();
  }
}
