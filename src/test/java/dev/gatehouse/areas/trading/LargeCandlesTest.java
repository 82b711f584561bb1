package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Candles of a symbol that is too large to sum it up for each page. */
@Tag("slow")
class LargeCandlesTest {
  private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
  private static final int BARS = 140_000;

  @RegisterExtension static final TestNode NODE = new TestNode();

  /** The opens by the time. */
  private final TreeMap<Instant, Integer> bars = new TreeMap<>();

  @Test
  void includesAddedBarsAtAnyPosition() {
    put("GROWS");
    allPagesAreRight("GROWS");
    add("GROWS", FIRST.plusSeconds(60L * BARS), 7);
    allPagesAreRight("GROWS");
    add("GROWS", FIRST.plusSeconds(60L * BARS - 600), 950);
    allPagesAreRight("GROWS");
    add("GROWS", FIRST.plusSeconds(90), 990);
    allPagesAreRight("GROWS");
    bars.replaceAll((time, open) -> open + 1);
    send("GROWS");
    allPagesAreRight("GROWS");
    NODE.owner("DELETE", data("GROWS")).send();
    candles("GROWS", 64, 1).expect(404);
  }

  /** Earlier releases stored aggregates there, and nothing else. */
  @Test
  void startsIfFormerAggregatesCannotBeDeleted() throws Exception {
    Path foreign = NODE.data().resolve("sums/folder/file");
    NODE.afterStop(() -> Files.createDirectories(foreign));
    candles("NONE", 64, 1).expect(404);
    assertTrue(Files.exists(foreign));
  }

  private static String data(String symbol) {
    return "/api/proxy/historical-data/" + symbol;
  }

  private void put(String symbol) {
    for (int i = 0; i < BARS; i++) {
      bars.put(FIRST.plusSeconds(60L * i), 100 + i * 37 % 101);
    }
    send(symbol);
  }

  private void send(String symbol) {
    var csv = new StringBuilder("timeUtc,open,high,low,close,volume\n");
    bars.forEach((time, open) ->
        csv.append(time)
            .append(",%s,%s,%s,%s,%s\n".formatted(open, open + 2, open - 1, open + 1, open)));
    NODE.owner("PUT", data(symbol)).body("text/csv", csv.toString()).expect(200);
  }

  private void add(String symbol, Instant time, int open) {
    bars.put(time, open);
    JsonObject bar = Samples.bar(time.toString(), open).put("high", open + 2).put("low", open - 1);
    bar.put("close", open + 1).put("volume", open);
    JsonObject body = JsonObject.of("bars", JsonArray.of(bar));
    NODE.owner("POST", data(symbol) + "/bars").json(body).expect(200);
  }

  private static Client.Reply candles(String symbol, int per, int page) {
    String query = "/candles?per=" + per + "&page=" + page;
    return NODE.owner("GET", data(symbol) + query).send();
  }

  private void allPagesAreRight(String symbol) {
    List<Map.Entry<Instant, Integer>> all = List.copyOf(bars.entrySet());
    for (int per : new int[] {8, 64, 512, 4096, 32_768}) {
      List<JsonObject> expected = new ArrayList<>();
      for (int from = 0; from < all.size(); from += per) {
        expected.add(sum(all.subList(from, Math.min(from + per, all.size()))));
      }
      int pages = (expected.size() + 499) / 500;
      for (int page = 1; page <= pages; page += Math.max(pages - 1, 1)) {
        List<JsonObject> seen = candles(symbol, per, page).list("data");
        int first = (page - 1) * 500;
        List<JsonObject> of = expected.subList(first, Math.min(first + 500, expected.size()));
        assertEquals(of, seen, per + " bars a candle, page " + page);
      }
    }
  }

  private static JsonObject sum(List<Map.Entry<Instant, Integer>> some) {
    var opens = some.stream().mapToInt(Map.Entry::getValue).summaryStatistics();
    String time = some.getFirst().getKey().toString().replace("Z", ".000Z");
    return Samples.bar(time, (double) some.getFirst().getValue())
        .put("high", opens.getMax() + 2.0)
        .put("low", opens.getMin() - 1.0)
        .put("close", some.getLast().getValue() + 1.0)
        .put("volume", (double) opens.getSum());
  }
}
