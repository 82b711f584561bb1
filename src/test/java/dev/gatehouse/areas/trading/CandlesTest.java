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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Candles of several bars, against the same sums over the bars that were put. */
class CandlesTest {
  private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
  private static final int BARS = 10_000;

  @RegisterExtension static final TestNode NODE = new TestNode();

  /** The opens by the time. */
  private final TreeMap<Instant, Integer> bars = new TreeMap<>();

  @ParameterizedTest
  @CsvSource({
    "1, 1, 500", "1, 20, 500", "8, 1, 500", "8, 3, 500", "64, 1, 500",
    "64, 2, 100", "512, 1, 500", "512, 4, 6", "4096, 1, 500", "32768, 1, 500",
  })
  void aggregatesBarsOfEveryPage(int per, int page, int limit) {
    IntStream.range(0, BARS).forEach(i -> bars.put(time(i), open(i)));
    if (NODE.get(data("SUMS")).status() == 404) {
      send("SUMS");
    }
    Client.Reply reply = candles("SUMS", "?per=" + per + "&page=" + page + "&limit=" + limit);
    List<JsonObject> all = candlesOf(per);
    assertEquals(all.size(), Samples.<Integer>at(reply.json(), "/pagination/totalItems"));
    int from = (page - 1) * limit;
    assertEquals(all.subList(from, Math.min(from + limit, all.size())), reply.list("data"));
  }

  @Test
  void includesAppendedBars() {
    for (int first : new int[] {0, 100}) {
      Stream<Integer> minutes = IntStream.range(first, first + 100).boxed();
      add("ADDED", minutes.collect(Collectors.toMap(CandlesTest::time, CandlesTest::open)));
      assertEquals(candlesOf(64), candles("ADDED", "").list("data"));
    }
  }

  /** A symbol that is too large to sum it up for each page. */
  @Test
  @Tag("slow")
  void includesAddedBarsAtAnyPosition() {
    int many = 140_000;
    IntStream.range(0, many).forEach(i -> bars.put(time(i), open(i)));
    send("GROWS");
    allPagesAreRight("GROWS");
    add("GROWS", Map.of(time(many), 7));
    allPagesAreRight("GROWS");
    add("GROWS", Map.of(time(many - 10), 950));
    allPagesAreRight("GROWS");
    add("GROWS", Map.of(FIRST.plusSeconds(90), 990));
    allPagesAreRight("GROWS");
    bars.replaceAll((time, open) -> open + 1);
    send("GROWS");
    allPagesAreRight("GROWS");
    NODE.owner("DELETE", data("GROWS")).send();
    candles("GROWS", "?per=64&page=1").expect(404);
  }

  /** Earlier releases stored aggregates there, and nothing else. */
  @Test
  @Tag("slow")
  void startsIfFormerAggregatesCannotBeDeleted() throws Exception {
    Path foreign = NODE.data().resolve("sums/folder/file");
    NODE.afterStop(() -> Files.createDirectories(foreign));
    candles("NONE", "?per=64&page=1").expect(404);
    assertTrue(Files.exists(foreign));
  }

  private static String data(String symbol) {
    return "/api/proxy/historical-data/" + symbol;
  }

  private static Instant time(int minute) {
    return FIRST.plusSeconds(60L * minute);
  }

  /** A whole number that goes up and down. */
  private static int open(int i) {
    return 100 + i * 37 % 101;
  }

  private void send(String symbol) {
    var csv = new StringBuilder("timeUtc,open,high,low,close,volume\n");
    bars.forEach((time, open) ->
        csv.append(time)
            .append(",%s,%s,%s,%s,%s\n".formatted(open, open + 2, open - 1, open + 1, open)));
    NODE.owner("PUT", data(symbol)).body("text/csv", csv.toString()).expect(200);
  }

  private void add(String symbol, Map<Instant, Integer> added) {
    bars.putAll(added);
    JsonArray list = new JsonArray();
    added.forEach((time, open) -> {
      JsonObject bar = Samples.bar(time.toString(), open).put("high", open + 2);
      list.add(bar.put("low", open - 1).put("close", open + 1).put("volume", open));
    });
    NODE.owner("POST", data(symbol) + "/bars").json(JsonObject.of("bars", list)).expect(200);
  }

  private static Client.Reply candles(String symbol, String query) {
    return NODE.owner("GET", data(symbol) + "/candles" + query).send();
  }

  private List<JsonObject> candlesOf(int per) {
    List<Map.Entry<Instant, Integer>> all = List.copyOf(bars.entrySet());
    return IntStream.iterate(0, from -> from < all.size(), from -> from + per)
        .mapToObj(from -> sum(all.subList(from, Math.min(from + per, all.size()))))
        .toList();
  }

  private void allPagesAreRight(String symbol) {
    for (int per : new int[] {8, 64, 512, 4096, 32_768}) {
      List<JsonObject> expected = candlesOf(per);
      int pages = (expected.size() + 499) / 500;
      for (int page = 1; page <= pages; page += Math.max(pages - 1, 1)) {
        List<JsonObject> seen = candles(symbol, "?per=" + per + "&page=" + page).list("data");
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
