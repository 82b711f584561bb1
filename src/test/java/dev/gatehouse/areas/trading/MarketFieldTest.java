package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Words;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/** Requests from public reports about market data, from the symbols to the readers of CSV. */
class MarketFieldTest {
  private static final String ALL = "/api/proxy/historical-data/";
  private static final String WATCHLIST = "/api/proxy/trading/watchlist";
  private static final String POSITIONS = "/api/proxy/public/trading/positions";

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  private Reply put(String path, String type, String body) {
    return NODE.owner("PUT", path).body(type, body).send();
  }

  private Reply put(String path, JsonObject body) {
    return put(path, "application/json", body.encode());
  }

  /** Reported for several finance programs, such as openalgo#130, alpaca-py#537, freqtrade#8105. */
  @ParameterizedTest
  @Words(
      """
      M&M.NS J&KBANK.NS BTC/USD EUR_USD BTCUSDT_250328 BTC/USDT:USDT O:SPY251219C00650000 AAPL260220C00200000 ^GSPC
      BRK.B ES=F
      """)
  void storesSymbolEverywhere(String symbol) {
    String path = ALL + URLEncoder.encode(symbol, StandardCharsets.UTF_8);
    Reply stored =
        put(path, "text/csv", "symbol,t,o,h,l,c\n" + symbol + ",2024-01-02T05:00:00Z,1,2,1,1\n")
            .expect(200);
    assertEquals(symbol, stored.json().getString("symbol"));
    URI download = URI.create(stored.json().getString("downloadUrl"));
    Reply file = NODE.get(download.getRawPath()).expect(200);
    assertFalse(file.header("Content-Disposition").contains("/"));
    JsonObject page = NODE.get(path + "?format=json").json();
    assertEquals(symbol, page.getJsonArray("data").getJsonObject(0).getString("symbol"));
    JsonObject bars = JsonObject.of("bars", page.getJsonArray("data"));
    NODE.owner("POST", path + "/bars").body("application/json", bars.encode()).expect(200);
    NODE.owner("GET", path + "/candles?per=1").expect(200);
    put(WATCHLIST, JsonObject.of("watchlist", JsonArray.of(watched(symbol)))).expect(200);
    JsonObject held = JsonObject.of("symbol", symbol, "quantity", 1);
    put(POSITIONS, JsonObject.of("positions", new JsonArray().add(held))).expect(200);
    NODE.owner("DELETE", path).expect(200);
  }

  private static JsonObject watched(String symbol) {
    return JsonObject.of("symbol", symbol, "timestamp", "2024-01-02T05:00:00Z", "strategy", "HODL");
  }

  @Test
  void acceptsSlashOnlyInNamesThatCanHaveOne() {
    NODE.get(ALL + "A%2FB").expect(404);
    NODE.get("/audio/a%2Fb.wav").expect(400);
    NODE.get(ALL + "A%5CB").expect(400);
    NODE.get(ALL + "AAPL%0A").expect(400);
  }

  @Test
  void namesRenamedAndUnusedColumns() {
    Reply stored =
        put(
                ALL + "COLUMNS",
                "text/csv",
                "t,o,h,l,c,transactions,log_return\n2024-01-02,1,2,1,1,7,-inf\n")
            .expect(200);
    assertEquals(
        "tradeCount", stored.json().getJsonObject("renamedColumns").getString("transactions"));
    assertEquals(new JsonArray().add("log_return"), stored.json().getJsonArray("unusedColumns"));
  }

  /** Screener.in#98, futapi/fut#70: a list that can be stored can be read. */
  @Test
  void readsWholeWatchlistInPages() {
    JsonArray entries = new JsonArray();
    IntStream.range(0, 300).forEach(i -> entries.add(watched("S" + i)));
    put(WATCHLIST, JsonObject.of("watchlist", entries)).expect(200);
    Set<String> seen = new HashSet<>();
    for (int skip = 0; skip < 300; skip += 200) {
      Reply page = NODE.owner("GET", WATCHLIST + "?limit=200&skip=" + skip).send();
      assertEquals(300, page.json().getJsonObject("pagination").getInteger("total"));
      seen.addAll(page.texts("watchlist", "symbol"));
    }
    assertEquals(300, seen.size());
  }

  /** csvbase#88, dask#6046: readers of CSV addresses need a length, and some also ranges. */
  @Test
  void servesRangesOfCsv() {
    String path = ALL + "RANGES";
    String rows =
        IntStream.range(0, 3_000)
            .mapToObj(i -> (1_700_000_000 + i) + ",1,2,1,1")
            .collect(Collectors.joining("\n", "t,o,h,l,c\n", "\n"));
    put(path, "text/csv", rows).expect(200);
    String whole = NODE.get(path + "/csv").text();
    Reply head = NODE.request("HEAD", path + "/csv").send();
    assertEquals(String.valueOf(whole.length()), head.header("Content-Length"));
    Reply part =
        NODE.request("GET", path + "/csv").header("Range", "bytes=70000-70099").expect(206);
    assertEquals(whole.substring(70_000, 70_100), part.text());
    Reply end = NODE.request("GET", path + "/csv").header("Range", "bytes=-20").send();
    assertEquals(whole.substring(whole.length() - 20), end.text());
    assertTrue(whole.startsWith("symbol,timeUtc"));
    String behind = "bytes=" + whole.length() + "-";
    NODE.request("GET", path + "/csv").header("Range", behind).expect(416);
  }

  private Reply addBars(JsonArray bars) {
    return NODE.owner("POST", "/api/proxy/historical-data")
        .json(JsonObject.of("bars", bars))
        .send();
  }

  private static JsonObject bar(String symbol, int minute) {
    Instant time = Instant.parse("2024-01-02T14:30:00Z").plusSeconds(60L * minute);
    return Samples.bar(time.toString(), 1).put("symbol", symbol);
  }

  /** A bot that catches up an hour of twelve symbols needs one request. */
  @Test
  void addsBarsOfSeveralSymbolsAtOnce() {
    JsonArray bars = new JsonArray();
    for (int minute = 0; minute < 60; minute++) {
      for (int i = 0; i < 12; i++) {
        bars.add(bar((i == 0 ? "many/usd" : "MANY" + i), minute));
      }
    }
    for (int again = 0; again < 2; again++) {
      Reply added = addBars(bars).expect(200);
      assertEquals(12, added.json().getInteger("count"));
      JsonObject first = added.json().getJsonArray("symbols").getJsonObject(0);
      assertEquals("MANY/USD", first.getString("symbol"));
      assertEquals(60, first.getInteger("added"));
      assertEquals(60, first.getInteger("rowCount"));
      assertEquals("2024-01-02T15:29:00.000Z", first.getString("endDate"));
    }
    JsonObject page = NODE.get(ALL + "MANY%2FUSD?format=json").json();
    assertEquals(60, page.getJsonObject("pagination").getInteger("totalItems"));
  }

  @Test
  void storesNoSymbolIfBarOfAnotherIsInvalid() {
    JsonObject withoutSymbol = bar("NONE2", 0);
    withoutSymbol.remove("symbol");
    Reply unnamed = addBars(new JsonArray().add(bar("NONE1", 0)).add(withoutSymbol)).expect(400);
    assertEquals("bars[1].symbol", unnamed.json().getString("param"), unnamed.text());
    Reply twice =
        addBars(new JsonArray().add(bar("NONE1", 0)).add(bar("NONE2", 3)).add(bar("none2", 3)))
            .expect(400);
    assertTrue(twice.text().contains("2024-01-02T14:33"), twice.text());
    JsonArray tooMany = new JsonArray();
    IntStream.range(0, 501).forEach(i -> tooMany.add(bar("NONE" + i, 0)));
    addBars(tooMany).expect(400);
    NODE.get(ALL + "NONE1").expect(404);
  }

  @Test
  void storesRepeatedLogRequestOnce() {
    String logs = "/api/proxy/bots/trading/logs";
    String source = "once" + NODE.freshAddress();
    JsonObject message =
        JsonObject.of("timeStamp", "20240102T050000,125Z", "messageSource", source);
    message.put("messageType", "info").put("message", "repeated");
    for (int i = 0; i < 2; i++) {
      NODE.owner("POST", logs)
          .header("Idempotency-Key", source)
          .json(JsonObject.of("LogMessage", message))
          .expect(201);
    }
    List<JsonObject> found = NODE.get(logs + "?messageSource=" + source).list("data");
    assertEquals(1, found.size());
    JsonObject entry = found.getFirst().getJsonObject("LogMessage");
    assertEquals("2024-01-02T05:00:00.125Z", entry.getString("timeStamp"));
    assertNull(entry.getValue("data"));
    message.put("message", "another one");
    NODE.owner("POST", logs)
        .header("Idempotency-Key", source)
        .json(JsonObject.of("LogMessage", message))
        .expect(400);
  }
}
