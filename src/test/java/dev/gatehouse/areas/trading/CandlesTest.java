package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Candles of several bars, against the same sums over the bars that were put. */
class CandlesTest {
  private static final String DATA = "/api/proxy/historical-data/SUMS";
  private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
  private static final int BARS = 10_000;

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @BeforeAll
  static void put() {
    var csv = new StringBuilder("timeUtc,open,high,low,close,volume\n");
    for (int i = 0; i < BARS; i++) {
      csv.append(time(i)).append(bar(i));
    }
    NODE.owner("PUT", DATA).body("text/csv", csv.toString()).expect(200);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 500", "1, 20, 500", "8, 1, 500", "8, 3, 500", "64, 1, 500",
    "64, 2, 100", "512, 1, 500", "512, 4, 6", "4096, 1, 500", "32768, 1, 500",
  })
  void aggregatesBarsOfEveryPage(int per, int page, int limit) {
    JsonObject reply = candles("?per=" + per + "&page=" + page + "&limit=" + limit).json();
    int total = (BARS + per - 1) / per;
    int from = (page - 1) * limit;
    JsonArray data = reply.getJsonArray("data");
    assertEquals(total, reply.getJsonObject("pagination").getInteger("totalItems"));
    assertEquals(Math.min(limit, total - from), data.size());
    for (int i = 0; i < data.size(); i++) {
      int first = (from + i) * per;
      assertEquals(sum(first, Math.min(first + per, BARS)), data.getJsonObject(i), "candle " + i);
    }
  }

  @Test
  void includesAppendedBars() {
    candles("?per=64&page=1");
    String symbol = "/api/proxy/historical-data/GROWS";
    add(symbol, 0, 100);
    assertEquals(
        2, NODE.owner("GET", symbol + "/candles").send().json().getJsonArray("data").size());
    add(symbol, 100, 200);
    JsonArray data = NODE.owner("GET", symbol + "/candles").send().json().getJsonArray("data");
    assertEquals(4, data.size());
    assertEquals(sum(128, 192), data.getJsonObject(2));
  }

  private static void add(String symbol, int from, int to) {
    var bars = new JsonArray();
    IntStream.range(from, to)
        .forEach(i ->
            bars.add(
                new JsonObject()
                    .put("timeUtc", time(i))
                    .put("open", open(i))
                    .put("high", open(i) + 2)
                    .put("low", open(i) - 1)
                    .put("close", open(i) + 1)
                    .put("volume", i)));
    NODE.owner("POST", symbol + "/bars").json(JsonObject.of("bars", bars)).expect(200);
  }

  private static Client.Reply candles(String query) {
    return NODE.owner("GET", DATA + "/candles" + query).send();
  }

  private static JsonObject sum(int first, int end) {
    return new JsonObject()
        .put("timeUtc", time(first))
        .put("open", (double) open(first))
        .put("high", (double) IntStream.range(first, end).map(i -> open(i) + 2).max().getAsInt())
        .put("low", (double) IntStream.range(first, end).map(i -> open(i) - 1).min().getAsInt())
        .put("close", open(end - 1) + 1.0)
        .put("volume", (double) IntStream.range(first, end).asLongStream().sum());
  }

  private static String bar(int i) {
    int open = open(i);
    return "," + open + "," + (open + 2) + "," + (open - 1) + "," + (open + 1) + "," + i + "\n";
  }

  /** A whole number that goes up and down. */
  private static int open(int i) {
    return 100 + i * 37 % 101;
  }

  private static String time(int i) {
    return FIRST.plusSeconds(60L * i).toString().replace("Z", ".000Z");
  }
}
