package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client.Reply;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The trading bot's log, watchlist and positions. */
class TradingTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final String WATCHLIST = "/api/proxy/trading/watchlist";
  private static final String POSITIONS = "/api/proxy/public/trading/positions";

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @BeforeAll
  static void fillTheLog() {
    JsonArray entries = new JsonArray();
    for (int i = 0; i < 120; i++) {
      Instant time = Instant.parse("2026-11-01T00:00:00Z").plusSeconds(3600L * i);
      JsonObject message =
          JsonObject.of("timeStamp", time.toString(), "localOperationName", "op" + i % 3)
              .put("messageSource", i % 2 == 0 ? "Trader" : "Scanner")
              .put("messageType", i % 10 == 0 ? "ERROR" : "INFO")
              .put("message", "message " + i);
      entries.add(JsonObject.of("LogMessage", message));
    }
    assertEquals(120, post(LOGS, entries.encode()).expect(201).json().getInteger("count"));
  }

  @Test
  void listsNewestLogsFirstInPages() {
    JsonObject page = NODE.get(LOGS + "?startDate=2026-11-01").json();
    assertEquals(50, page.getJsonArray("data").size());
    JsonObject newest = page.getJsonArray("data").getJsonObject(0).getJsonObject("LogMessage");
    assertEquals("message 119", newest.getString("message"));
    assertEquals(120, page.getJsonObject("pagination").getInteger("totalItems"));
    assertEquals(20, NODE.get(LOGS + "?startDate=2026-11-01&page=3").list("data").size());
    assertEquals(0, NODE.get(LOGS + "?startDate=2026-11-01&page=4").list("data").size());
  }

  @ParameterizedTest
  @CsvSource({
    "messageType=ERROR, 12",
    "messageSource=Scanner, 60",
    "messageSource=Trader&messageType=ERROR, 12",
    "messageSource=Scanner&messageType=ERROR, 0",
    "startDate=2026-11-05, 24",
    "startDate=2026-10-01&endDate=2026-11-01, 24",
    "startDate=2026-11-02&endDate=2026-11-03, 48",
    "startDate=2026-11-02T12:00:00Z&endDate=2026-11-02T13:00:00Z, 2",
    "messageType=.*, 0",
    "messageType=ERR, 0"
  })
  void filtersLogs(String query, int found) {
    assertEquals(
        found,
        NODE.get(LOGS + "?" + query).json().getJsonObject("pagination").getInteger("totalItems"));
  }

  @ParameterizedTest
  @CsvSource({
    "LogMessage.timeStamp, message 0",
    "LogMessage.message, message 0",
    "LogMessage.messageSource, message 1",
    "LogMessage.messageType, message 0",
    "LogMessage.localOperationName, message 0"
  })
  void sortsByEveryStoredField(String field, String first) {
    String query = "?startDate=2026-11-01&limit=200&sortOrder=asc&sortBy=" + field;
    JsonArray data = NODE.get(LOGS + query).json().getJsonArray("data");
    String name = field.substring(field.indexOf('.') + 1);
    String before = "";
    for (Object entry : data) {
      String value = ((JsonObject) entry).getJsonObject("LogMessage").getString(name);
      assertTrue(before.compareTo(value) <= 0, before + " before " + value);
      before = value;
    }
    assertEquals(120, data.size());
    assertTrue(data.encode().contains(first));
  }

  @Test
  void acceptsSchemaFormWithData() {
    String sent =
        """
        {"timestamp":"2020-01-01T00:00:00Z","level":"warn","message":"m","data":{"$date":"x","n":1}}
        """;
    post(LOGS, sent).expect(201);
    JsonObject first = NODE.get(LOGS + "?endDate=2020-01-01").list("data").getFirst();
    JsonObject entry = first.getJsonObject("LogMessage");
    assertEquals("warn", entry.getString("messageType"));
    assertEquals("owner", entry.getString("messageSource"));
    assertEquals("x", entry.getJsonObject("data").getString("$date"));
  }

  @Test
  void replacesAndFiltersWatchlist() {
    String token = NODE.token(TestNode.CODE);
    JsonObject empty = NODE.request("GET", WATCHLIST).token(token).send().json();
    assertEquals(0, empty.getInteger("count"));
    assertNull(empty.getValue("lastUpdated"));
    JsonArray entries =
        new JsonArray()
            .add(entry("AAPL", "Standard", "high", "alpaca"))
            .add(entry("TSLA", "HODL", "low", null));
    put(WATCHLIST, JsonObject.of("watchlist", entries)).expect(200);
    JsonObject stored = NODE.request("GET", WATCHLIST).token(token).send().json();
    assertNotNull(stored.getInstant("lastUpdated"));
    Map.of("", 2, "?strategy=HODL", 1, "?priority=high", 1, "?limit=1", 1)
        .forEach((query, count) -> assertEquals(count, watched(token, query), query));
    assertEquals(1, watched(token, "?platform=alpaca"));
    assertEquals(0, watched(token, "?platform=none"));
  }

  private static int watched(String token, String query) {
    return NODE.request("GET", WATCHLIST + query).token(token).send().json().getInteger("count");
  }

  private static JsonObject entry(
      String symbol, String strategy, String priority, String platform) {
    return new JsonObject()
        .put("symbol", symbol)
        .put("timestamp", "2026-11-21T10:00:00Z")
        .put("platform", platform)
        .put("strategy", strategy)
        .put("reason", "recovering")
        .put("dataStatus", JsonObject.of("hasOptions", true, "hourlyBarsCount", 500))
        .put(
            "scores", JsonObject.of("recoveryScore", 0.9, "volatility", 0.2, "currentPrice", 201.5))
        .put("missingData", new JsonArray())
        .put("priority", priority);
  }

  @Test
  void replacesPositions() {
    assertEquals(0, NODE.get(POSITIONS).json().getInteger("count"));
    JsonObject option = JsonObject.of("symbol", "AAPL250620C00100000", "expiration", "2025-06-20");
    option.put("type", "call").put("strike", 100).put("contracts", -1);
    JsonObject position =
        JsonObject.of("symbol", "AAPL", "quantity", 10, "averageEntryPrice", 101.25)
            .put("options", JsonArray.of(option));
    put(POSITIONS, JsonObject.of("positions", new JsonArray().add(position))).expect(200);
    JsonObject shown = NODE.get(POSITIONS).json();
    assertEquals(1, shown.getInteger("count"));
    assertNotNull(shown.getInstant("lastUpdated"));
    assertEquals(
        101.25, shown.getJsonArray("positions").getJsonObject(0).getDouble("averageEntryPrice"));
  }

  /** Among them what no field of any record could hold. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quantity|{'positions':[{'symbol':'A','quantity':1e9999999999}]}",
        "quantity|{'positions':[{'symbol':'A','quantity':1e-2147483649}]}",
        "quantity|{'positions':[{'symbol':'A','quantity':1.2345678901234567890123456789012345}]}",
        "volatility|{'watchlist':[{ENTRY,'scores':{'volatility':1e-2147483649}}]}",
        "volatility|{'watchlist':[{ENTRY,'scores':{'volatility':0.12345678901234567890123456789012345}}]}",
      })
  void numbersThatNothingHoldsAreRefused(String field, String template) {
    String entry = "'symbol':'A','timestamp':'2026-11-21T10:00:00Z','strategy':'HODL'";
    String body = template.replace("ENTRY", entry).replace('\'', '"');
    String path = template.contains("positions") ? POSITIONS : WATCHLIST;
    Reply reply = NODE.owner("PUT", path).body("application/json", body).expect(400);
    assertTrue(reply.error().contains(field), reply.error());
  }

  private static Reply post(String path, String body) {
    return NODE.owner("POST", path).body("application/json", body).send();
  }

  private static Reply put(String path, JsonObject body) {
    return NODE.owner("PUT", path).json(body).send();
  }
}
