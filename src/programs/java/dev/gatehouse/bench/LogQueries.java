package dev.gatehouse.bench;

import dev.gatehouse.areas.trading.TradingLogs;
import dev.gatehouse.bench.LogGrowth.Work;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.ObjDoubleConsumer;

/** Pages and totals of a log, as the contract's filters ask for them, beside an SQLite table. */
final class LogQueries {
  private static final int PAGE = 50;
  private static final int RUNS = 15;
  private static final String TIME = "LogMessage.timeStamp";
  private static final JsonObject ALL = new JsonObject();
  private static final JsonObject NEWEST = new JsonObject().put(TIME, -1).put("_id", -1);
  private static final JsonObject ERRORS = new JsonObject().put("LogMessage.messageType", "ERROR");
  private static final JsonObject FEED = new JsonObject().put("LogMessage.messageSource", "feed");
  private static final JsonObject BOTH = ERRORS.copy().mergeIn(FEED);
  private static final String LATEST = " ORDER BY time DESC, id DESC LIMIT 50";

  private final DocumentCommands commands;
  private final DirectTable direct;
  private final int entries;
  private final JsonObject days;

  /** A query of the store, and the page of the same query of the table. */
  private record Pair(String name, Work ours, String theirs) {}

  LogQueries(DocumentCommands commands, DirectTable direct, int entries) {
    this.commands = commands;
    this.direct = direct;
    this.entries = entries;
    JsonObject half =
        new JsonObject()
            .put("$gte", Bson.time(LogEntries.time(entries / 4)))
            .put("$lte", Bson.time(LogEntries.time(3 * entries / 4)));
    this.days = new JsonObject().put(TIME, half);
  }

  private void page(JsonObject query, JsonObject sort, int skip) {
    int found = commands.find(TradingLogs.COLLECTION, query, sort, skip, PAGE).size();
    if (found != PAGE) {
      throw new IllegalStateException(found + " entries");
    }
  }

  private void withTotal(JsonObject query, int skip) {
    commands.count(TradingLogs.COLLECTION, query);
    page(query, NEWEST, skip);
  }

  void middlePage() {
    page(ALL, NEWEST, entries / 2);
  }

  void countOfFilter() {
    commands.count(TradingLogs.COLLECTION, BOTH);
  }

  /** Runs the queries with totals once, so that the store counts their indexes. */
  void readAll() {
    withTotal(ALL, entries / 2);
    for (JsonObject query : List.of(BOTH, ERRORS, FEED, ERRORS.copy().mergeIn(days))) {
      withTotal(query, 0);
    }
  }

  /** Compares the CPU of the queries in turns. */
  void compare(ObjDoubleConsumer<String> figures) throws Exception {
    for (Pair pair : pairs()) {
      double[] ours = new double[RUNS];
      double[] theirs = new double[RUNS];
      for (int i = 0; i < RUNS; i++) {
        ours[i] = LogGrowth.cpu(pair.ours);
        theirs[i] = LogGrowth.cpu(() -> direct.rows("SELECT bytes FROM logs " + pair.theirs));
      }
      double mine = LogGrowth.median(ours);
      figures.accept(pair.name + ", CPU ms", mine);
      figures.accept(pair.name + ", beside SQLite without total", mine / LogGrowth.median(theirs));
    }
  }

  private List<Pair> pairs() {
    String between =
        "time BETWEEN "
            + LogEntries.time(entries / 4).toEpochMilli()
            + " AND "
            + LogEntries.time(3 * entries / 4).toEpochMilli();
    String both = "WHERE source='feed' AND type='ERROR'";
    JsonObject byMessage = new JsonObject().put("LogMessage.message", 1).put("_id", 1);
    JsonObject byOperation = new JsonObject().put("LogMessage.localOperationName", 1).put("_id", 1);
    return List.of(
        new Pair("first page with total", () -> withTotal(ALL, 0), LATEST),
        new Pair(
            "middle page with total",
            () -> withTotal(ALL, entries / 2),
            LATEST + " OFFSET " + entries / 2),
        new Pair("source and type, with total", () -> withTotal(BOTH, 0), both + LATEST),
        new Pair(
            "type and days, with total",
            () -> withTotal(ERRORS.copy().mergeIn(days), 0),
            "WHERE type='ERROR' AND " + between + LATEST),
        new Pair(
            "type by message",
            () -> page(ERRORS, byMessage, 0),
            "WHERE type='ERROR' ORDER BY message, id LIMIT 50"),
        new Pair(
            "source and type by message",
            () -> page(BOTH, byMessage, 0),
            both + " ORDER BY message, id LIMIT 50"),
        new Pair(
            "days by operation",
            () -> page(days, byOperation, 0),
            "WHERE " + between + " ORDER BY operation, id LIMIT 50"));
  }
}
