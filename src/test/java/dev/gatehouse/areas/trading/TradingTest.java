package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
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

  private static Client client;

  @BeforeAll
  static void fillTheLog() {
    client = NODE.client();
    JsonArray entries = new JsonArray();
    for (int i = 0; i < 120; i++) {
      entries.add(
          new JsonObject()
              .put(
                  "LogMessage",
                  new JsonObject()
                      .put(
                          "timeStamp",
                          java.time.Instant.parse("2026-11-01T00:00:00Z")
                              .plusSeconds(3600L * i)
                              .toString())
                      .put("messageSource", i % 2 == 0 ? "Trader" : "Scanner")
                      .put("localOperationName", "op" + i % 3)
                      .put("messageType", i % 10 == 0 ? "ERROR" : "INFO")
                      .put("message", "message " + i)));
    }
    assertEquals(120, post(LOGS, entries.encode()).expect(201).json().getInteger("count"));
  }

  @Test
  void listsNewestLogsFirstInPages() {
    JsonObject page = client.get(LOGS + "?startDate=2026-11-01").json();
    assertEquals(50, page.getJsonArray("data").size());
    assertEquals(
        "message 119",
        page.getJsonArray("data")
            .getJsonObject(0)
            .getJsonObject("LogMessage")
            .getString("message"));
    assertEquals(120, page.getJsonObject("pagination").getInteger("totalItems"));
    assertEquals(
        20, client.get(LOGS + "?startDate=2026-11-01&page=3").json().getJsonArray("data").size());
    assertEquals(
        0, client.get(LOGS + "?startDate=2026-11-01&page=4").json().getJsonArray("data").size());
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
        client.get(LOGS + "?" + query).json().getJsonObject("pagination").getInteger("totalItems"));
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
    JsonArray data =
        client
            .get(LOGS + "?startDate=2026-11-01&limit=200&sortOrder=asc&sortBy=" + field)
            .json()
            .getJsonArray("data");
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
    post(
            LOGS,
            "{\"timestamp\":\"2020-01-01T00:00:00Z\",\"level\":\"warn\",\"message\":\"m\","
                + "\"data\":{\"$date\":\"x\",\"n\":1}}")
        .expect(201);
    JsonObject entry =
        client
            .get(LOGS + "?endDate=2020-01-01")
            .json()
            .getJsonArray("data")
            .getJsonObject(0)
            .getJsonObject("LogMessage");
    assertEquals("warn", entry.getString("messageType"));
    assertEquals("owner", entry.getString("messageSource"));
    assertEquals("x", entry.getJsonObject("data").getString("$date"));
  }

  @Test
  void replacesAndFiltersWatchlist() {
    String token = client.token(TestNode.CODE);
    JsonObject empty = client.request("GET", WATCHLIST).token(token).send().json();
    assertEquals(0, empty.getInteger("count"));
    assertNull(empty.getValue("lastUpdated"));
    JsonArray entries =
        new JsonArray()
            .add(entry("AAPL", "Standard", "high", "alpaca"))
            .add(entry("TSLA", "HODL", "low", null));
    put(WATCHLIST, JsonObject.of("watchlist", entries)).expect(200);
    JsonObject stored = client.request("GET", WATCHLIST).token(token).send().json();
    assertNotNull(stored.getInstant("lastUpdated"));
    for (String[] row :
        new String[][] {
          {"", "2"},
          {"?strategy=HODL", "1"},
          {"?priority=high", "1"},
          {"?platform=alpaca", "1"},
          {"?limit=1", "1"},
          {"?platform=none", "0"}
        }) {
      assertEquals(
          Integer.parseInt(row[1]),
          client.request("GET", WATCHLIST + row[0]).token(token).send().json().getInteger("count"),
          row[0]);
    }
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
    assertEquals(0, client.get(POSITIONS).json().getInteger("count"));
    JsonObject position =
        JsonObject.of("symbol", "AAPL", "quantity", 10, "averageEntryPrice", 101.25)
            .put(
                "options",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("symbol", "AAPL250620C00100000")
                            .put("type", "call")
                            .put("strike", 100)
                            .put("expiration", "2025-06-20")
                            .put("contracts", -1)));
    put(POSITIONS, JsonObject.of("positions", new JsonArray().add(position))).expect(200);
    JsonObject shown = client.get(POSITIONS).json();
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
    Reply reply = client.owner("PUT", path).body("application/json", body).expect(400);
    assertTrue(reply.error().contains(field), reply.error());
  }

  private static Reply post(String path, String body) {
    return client.owner("POST", path).body("application/json", body).send();
  }

  private static Reply put(String path, JsonObject body) {
    return client.owner("PUT", path).json(body).send();
  }
}
