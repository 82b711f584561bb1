package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.Concurrently;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bars that are added to a symbol through a whole node. Page, CSV and download contain the same
 * days and prices. All prices of one bar are equal in this test.
 */
class AddedBarsTest {
  private static final String ALL = "/api/proxy/historical-data/";

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @TempDir Path folder;

  @Test
  void createsSymbolFromFirstBars() throws Exception {
    add("NEW", Map.of(day(2), 10d)).expect(200);
    assertHas("NEW", Map.of(day(2), 10d));
  }

  @Test
  void insertsBarsByTimeAndReplacesDuplicates() throws Exception {
    String before = put("DAYS", 1, 2, 4, 5);
    TreeMap<String, Double> added = new TreeMap<>();
    added.put(day(6), 6.5);
    added.put(day(3), 3.5);
    added.put(day(2), 2.5);
    added.put(day(0), 0.5);
    Reply reply = add("DAYS", added).expect(200);
    assertEquals(7, reply.json().getJsonObject("metadata").getInteger("rowCount"));
    assertNotEquals(before, NODE.get(ALL + "DAYS/csv").header("ETag"));
    added.putAll(Map.of(day(1), 1d, day(4), 4d, day(5), 5d));
    assertHas("DAYS", added);
  }

  @Test
  void keepsMicrosecondsOfFirstAndLastBar() {
    String body = "{\"bars\":[{\"timeUtc\":\"%s\",\"open\":1,\"high\":1,\"low\":1,\"close\":1}]}";
    for (String time : List.of("2024-01-02T00:00:00.000001Z", "2024-01-03T00:00:00.123456Z")) {
      byte[] bytes = body.formatted(time).getBytes(StandardCharsets.UTF_8);
      NODE.owner("POST", ALL + "MICROS/bars").body("application/json", bytes).send();
    }
    JsonObject metadata = NODE.get(ALL + "MICROS").json().getJsonObject("metadata");
    assertEquals("2024-01-02T00:00:00.000001Z", metadata.getString("startDate"));
    assertEquals("2024-01-03T00:00:00.123456Z", metadata.getString("endDate"));
  }

  /** A row of a file may lack prices. The page that shows it can be posted back unchanged. */
  @Test
  void acceptsPageWithoutPrices() {
    String csv = "timeUtc,open,high,low,close\n2024-01-01,1,1,1,1\n2024-01-02,,,,\n";
    NODE.owner("PUT", ALL + "GAPS").body("text/csv", csv).expect(200);
    String page = ALL + "GAPS?format=json&limit=10";
    JsonArray bars = NODE.get(page).json().getJsonArray("data");
    assertEquals(2, bars.size());
    assertTrue(bars.getJsonObject(0).containsKey("open"));
    assertNull(bars.getJsonObject(0).getValue("open"));
    NODE.owner("POST", ALL + "GAPS/bars").json(JsonObject.of("bars", bars)).expect(200);
    assertEquals(bars, NODE.get(page).json().getJsonArray("data"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"timeUtc\":\"2024-01-03\",\"open\":1,\"high\":1,\"low\":1,\"close\":1}",
        "{\"timeUtc\":\"2024-02-01\",\"open\":1,\"high\":1,\"low\":1,\"close\":0.12345678901234567}",
        "{\"timeUtc\":\"2024-02-01\",\"open\":1,\"high\":1,\"low\":1,\"close\":1,\"volume\":9007199254740993}",
        "{\"timeUtc\":\"2024-02-01T00:00:00.000000001Z\",\"open\":1,\"high\":1,\"low\":1,\"close\":1}",
      })
  void oneBadBarRefusesAllOfThem(String bad) throws Exception {
    String before = put("WHOLE", 1, 2);
    String good = "{\"timeUtc\":\"2024-01-03\",\"open\":3,\"high\":3,\"low\":3,\"close\":3}";
    String body = "{\"bars\":[" + good + "," + bad + "]}";
    NODE.owner("POST", ALL + "WHOLE/bars").body("application/json", body).expect(400);
    assertEquals(before, NODE.get(ALL + "WHOLE/csv").header("ETag"));
    assertHas("WHOLE", Map.of(day(1), 1d, day(2), 2d));
  }

  /** The later of two concurrent changes is stored in all its bars. */
  @Test
  void serializesOverlappingWrites() throws Exception {
    put("RACE", 0);
    TreeMap<String, Double> ones = new TreeMap<>();
    TreeMap<String, Double> twos = new TreeMap<>();
    IntStream.rangeClosed(1, 20).forEach(i -> ones.put(day(i), 1d));
    IntStream.rangeClosed(1, 20).forEach(i -> twos.put(day(i), 2d));
    Concurrently.times(2, i -> add("RACE", List.of(ones, twos).get(i)).expect(200));
    boolean onesLast = NODE.get(ALL + "RACE?format=json&limit=1").text().contains("\"close\":1,");
    TreeMap<String, Double> winner = onesLast ? ones : twos;
    winner.put(day(0), 0d);
    assertHas("RACE", winner);
  }

  /** Puts days as CSV, each with its number as the price, and returns the CSV's entity tag. */
  private static String put(String symbol, int... days) {
    StringBuilder csv = new StringBuilder("date,open,high,low,close\n");
    for (int day : days) {
      csv.append(day(day)).append((',' + Integer.toString(day)).repeat(4)).append('\n');
    }
    byte[] bytes = csv.toString().getBytes(StandardCharsets.UTF_8);
    NODE.owner("PUT", ALL + symbol).body("text/csv", bytes).expect(200);
    return NODE.get(ALL + symbol + "/csv").header("ETag");
  }

  private static Reply add(String symbol, Map<String, Double> bars) {
    JsonArray list = new JsonArray();
    bars.forEach((day, price) -> list.add(Samples.bar(day, price)));
    return NODE.owner("POST", ALL + symbol + "/bars").json(JsonObject.of("bars", list)).send();
  }

  /** On every way out. */
  private void assertHas(String symbol, Map<String, Double> days) throws Exception {
    Map<String, Double> expected = new TreeMap<>(days);
    Map<String, Double> page = new TreeMap<>();
    JsonArray data = NODE.get(ALL + symbol + "?format=json").json().getJsonArray("data");
    data.forEach(row -> {
      JsonObject bar = (JsonObject) row;
      assertEquals(bar.getDouble("open"), bar.getDouble("close"));
      page.put(bar.getString("timeUtc").substring(0, 10), bar.getDouble("close"));
    });
    assertEquals(expected, page);
    assertEquals(expected.size(), data.size());
    Map<String, Double> lines = new TreeMap<>();
    NODE.get(ALL + symbol + "/csv")
        .text()
        .lines()
        .skip(1)
        .forEach(line -> {
          String[] fields = line.split(",");
          lines.put(fields[1].substring(0, 10), Double.parseDouble(fields[5]));
        });
    assertEquals(expected, lines);
    Path file = folder.resolve("download.parquet");
    Files.write(file, NODE.get(ALL + symbol + "/download").bytes());
    Map<String, Double> rows = new TreeMap<>();
    for (Bar bar : DuckDb.read(file, symbol)) {
      rows.put(bar.timeUtc().toString().substring(0, 10), bar.close());
    }
    assertEquals(expected, rows);
    JsonObject described = NODE.get(ALL + symbol).json().getJsonObject("metadata");
    assertEquals(expected.size(), described.getInteger("rowCount"));
  }

  private static String day(int number) {
    return LocalDate.of(2024, 1, 1).plusDays(number - 1L).toString();
  }
}
