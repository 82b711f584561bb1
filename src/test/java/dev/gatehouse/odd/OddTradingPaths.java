package dev.gatehouse.odd;

import dev.gatehouse.odd.OddField.Kind;
import dev.gatehouse.odd.OddRequests.Listed;
import java.util.List;
import java.util.stream.Stream;

/** The ways into the trading area, except bars. */
final class OddTradingPaths {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final String WATCHLIST = "/api/proxy/trading/watchlist";
  private static final String POSITIONS = "/api/proxy/public/trading/positions";
  private static final String MESSAGE = "/LogMessage/";

  private OddTradingPaths() {}

  static List<OddPath> all() {
    return List.of(logs(), leveledLogs(), watchlist(), positions());
  }

  private static OddPath.Requests logRequests() {
    String read = LOGS + "?limit=200&sortOrder=asc&startDate={from}&endDate={to} /data";
    return new Listed("POST", LOGS, "[", "]", read);
  }

  private static OddPath logs() {
    return new OddPath(
        "logs",
        200,
        """
        {"LogMessage":{"timeStamp":"@time@","messageSource":"s","localOperationName":"l",
          "messageType":"t","message":"m"}}\
        """,
        join(
            OddField.all(
                Kind.TEXT,
                MESSAGE + "messageSource",
                MESSAGE + "localOperationName",
                MESSAGE + "messageType",
                MESSAGE + "message"),
            OddField.all(Kind.TIME, MESSAGE + "timeStamp")),
        logRequests());
  }

  private static OddPath leveledLogs() {
    return new OddPath(
        "leveled logs",
        200,
        """
        {"timestamp":"@time@","level":"info","message":"m","data":{"n":1,"t":"t"}}\
        """,
        List.of(
            new OddField("/message", MESSAGE + "message", Kind.TEXT),
            new OddField("/data/t", MESSAGE + "data/t", Kind.TEXT),
            new OddField("/data/n", MESSAGE + "data/n", Kind.NUMBER),
            new OddField("/timestamp", MESSAGE + "timeStamp", Kind.TIME)),
        logRequests());
  }

  private static OddPath watchlist() {
    return new OddPath(
        "watchlist",
        200,
        """
        {"symbol":"S#","timestamp":"@time@","strategy":"HODL","reason":"r","platform":"p",
          "dataStatus":{"hourlyBarsCount":1},"scores":{"recoveryScore":1},"missingData":["m"]}\
        """,
        join(
            OddField.all(Kind.TEXT, "/reason", "/platform", "/missingData/0"),
            OddField.all(
                Kind.NUMBER, "/scores/recoveryScore", "/scores/volatility", "/scores/currentPrice"),
            OddField.all(Kind.INTEGER, "/dataStatus/hourlyBarsCount"),
            OddField.all(Kind.TIME, "/timestamp")),
        new Listed(
            "PUT", WATCHLIST, "{\"watchlist\":[", "]}", WATCHLIST + "?limit=200 /watchlist"));
  }

  private static OddPath positions() {
    return new OddPath(
        "positions",
        400,
        "{\"symbol\":\"S#\",\"quantity\":1}",
        join(
            OddField.all(Kind.TEXT, "/assetClass"),
            OddField.all(
                Kind.NUMBER,
                "/quantity",
                "/averageEntryPrice",
                "/currentPrice",
                "/marketValue",
                "/costBasis",
                "/unrealizedProfit",
                "/unrealizedProfitPercent")),
        new Listed("PUT", POSITIONS, "{\"positions\":[", "]}", POSITIONS + " /positions"));
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // the lists are only read
  static List<OddField> join(List<OddField>... lists) {
    return Stream.of(lists).flatMap(List::stream).toList();
  }
}
