package dev.gatehouse.http;

import static dev.gatehouse.http.EveryStatusTest.expect;
import static dev.gatehouse.http.EveryStatusTest.owner;
import static dev.gatehouse.http.EveryStatusTest.visitor;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** The statuses of the trading bot's operations and of the market data, for EveryStatusTest. */
final class TradingStatuses {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final String WATCHLIST = "/api/proxy/trading/watchlist";
  private static final String POSITIONS = "/api/proxy/public/trading/positions";
  private static final String DATA = "/api/proxy/historical-data";
  private static final String SPY = DATA + "/SPY";
  private static final String CSV = "timeUtc,open,high,low,close\n2026-01-02,1,2,0.5,1.5\n";
  private static final int RIVALS = 24;

  private TradingStatuses() {}

  static void provoke() {
    bot();
    symbol();
    readings();
    rivals();
    expect("trading.deleteSymbol", 200, owner("DELETE", SPY));
    expect("trading.deleteSymbol", 404, owner("DELETE", SPY));
  }

  private static void bot() {
    JsonObject entry =
        new JsonObject()
            .put("timestamp", "2026-11-01T00:00:00Z")
            .put("level", "info")
            .put("message", "bought");
    expect("trading.addLogs", 201, owner("POST", LOGS).json(entry));
    expect("trading.logs", 200, visitor("GET", LOGS));
    expect("trading.tailLogs", 200, visitor("GET", LOGS + "/stream"));

    expect(
        "trading.putWatchlist",
        200,
        owner("PUT", WATCHLIST).json(new JsonObject().put("watchlist", new JsonArray())));
    expect("trading.watchlist", 200, owner("GET", WATCHLIST));

    expect(
        "trading.putPositions",
        200,
        owner("PUT", POSITIONS).json(new JsonObject().put("positions", new JsonArray())));
    expect("trading.positions", 200, visitor("GET", POSITIONS));
  }

  private static void symbol() {
    expect("trading.putSymbol", 200, owner("PUT", SPY).body("text/csv", bytes(CSV)));
    expect("trading.putSymbol", 400, owner("PUT", SPY).body("text/csv", bytes("no,prices\n1,2\n")));
    expect("trading.addBars", 200, owner("POST", SPY + "/bars").json(bars(1)));
  }

  private static void readings() {
    expect("trading.candles", 200, owner("GET", SPY + "/candles"));
    expect("trading.candles", 404, owner("GET", DATA + "/NOPE/candles"));
    expect("trading.symbolsMoved", 308, visitor("GET", DATA + "-symbols"));
    for (String[] row :
        new String[][] {
          {"trading.symbol", ""}, {"trading.csv", "/csv"}, {"trading.download", "/download"}
        }) {
      expect(row[0], 404, visitor("GET", DATA + "/NOPE" + row[1]));
    }
    String download = SPY + "/download";
    expect("trading.download", 206, visitor("GET", download).header("Range", "bytes=0-3"));
    expect("trading.download", 416, visitor("GET", download).header("Range", "bytes=9999999-"));
  }

  /** All concurrent changes of a symbol succeed. */
  private static void rivals() {
    List<Client.Request> requests =
        IntStream.range(0, RIVALS)
            .mapToObj(day -> owner("POST", SPY + "/bars").json(bars(day)))
            .toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(RIVALS)) {
      List<Integer> statuses =
          threads.invokeAll(requests.stream().map(TradingStatuses::status).toList()).stream()
              .map(Future::resultNow)
              .toList();
      assertEquals(Set.of(200), Set.copyOf(statuses));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Callable<Integer> status(Client.Request request) {
    return () -> request.send().status();
  }

  private static JsonObject bars(int day) {
    return new JsonObject()
        .put(
            "bars",
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("timeUtc", LocalDate.of(2026, 2, 1).plusDays(day).toString())
                        .put("open", 1)
                        .put("high", 2)
                        .put("low", 0.5)
                        .put("close", 1.5)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
