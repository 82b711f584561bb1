package dev.gatehouse.trading;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Missed;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The trading bot's log: paged by every stored field, filtered by text, never by pattern. */
public final class TradingLogs {
  /** The collection that the bot writes into, and we with it. */
  public static final String COLLECTION = "tradingLogs";

  private static final Duration OVERLAP = Duration.ofSeconds(5);
  private static final int MAX_MISSED = 200;

  /** Entries that an event's id names at most. */
  private static final int MAX_NAMED = 32;

  private static final String TIME = "LogMessage.timeStamp";
  private static final String TYPE = "LogMessage.messageType";
  private static final String SOURCE = "LogMessage.messageSource";

  /** Fields whose values many entries share: of equal ones the time decides, then the id. */
  private static final List<String> COMMON = List.of(SOURCE, TYPE);

  private final DocumentCollection<LogEntry> entries;
  private final InstantSource clock;

  public TradingLogs(Documents documents, InstantSource clock) {
    this.entries = documents.tolerantCollection(COLLECTION, LogEntry.class);
    this.clock = clock;
  }

  /**
   * Makes the indexes, as few as serve every sort, and every filter with the usual sort: each is
   * written with every entry.
   */
  public void prepare() {
    index(TIME, "_id");
    index("LogMessage.localOperationName", "_id");
    index("LogMessage.message", "_id");
    index(TYPE, TIME, "_id");
    index(SOURCE, TIME, "_id");
    index(SOURCE, TYPE, TIME, "_id");
  }

  private void index(String... fields) {
    JsonObject keys = new JsonObject();
    for (String field : fields) {
      keys.put(field, 1);
    }
    entries.index(keys, new IndexOptions());
  }

  record Reply(boolean success, List<LogEntry.View> data, Pagination pagination) {}

  record Stored(boolean success, int count) {}

  Answer page(Call call) {
    long page = call.number("page");
    int limit = (int) call.number("limit");
    JsonObject query = query(call);
    long total = entries.count(query);
    long skip = (page - 1) * limit;
    List<LogEntry.View> data =
        skip >= total
            ? List.of()
            : entries.find(query, sort(call), (int) skip, limit).stream()
                .map(LogEntry::view)
                .toList();
    return Answer.ok(new Reply(true, data, Pagination.of(page, limit, total)));
  }

  /** Stores one entry or a list of them. */
  Answer add(Call call, NewLogEntry[] sent) {
    String sender = call.caller().subject();
    List<LogEntry> added =
        Arrays.stream(sent).map(entry -> entry.entry(entries.newId(), sender)).toList();
    entries.insert(added);
    return Answer.created(new Stored(true, added.size()));
  }

  /** Entries of a span of time, both ends included, the newest first. */
  List<LogEntry> latest(Instant from, Instant to, int skip, int limit) {
    JsonObject newestFirst = new JsonObject().put(TIME, -1).put("_id", -1);
    return entries.find(between(from, to), newestFirst, skip, limit);
  }

  /** The number of entries of a span of time, both ends included, odd ones among them. */
  long countBetween(Instant from, Instant to) {
    return entries.count(between(from, to));
  }

  private static JsonObject between(Instant from, Instant to) {
    JsonObject span = new JsonObject().put("$gte", Bson.time(from)).put("$lte", Bson.time(to));
    return new JsonObject().put(TIME, span);
  }

  /** The entries that a stream's client has missed since the entries that it names. */
  Answer missed(Call call) {
    String named = call.text("Last-Event-ID");
    if (named == null) {
      return Answer.ok(Missed.NOTHING);
    }
    List<Instant> seen =
        entries.find(byId(named.split("\\.")), new JsonObject(), 0, 0).stream()
            .flatMap(entry -> entry.time().stream())
            .sorted()
            .toList();
    return Answer.ok(
        seen.isEmpty() ? Missed.UNKNOWN : after(seen, Set.copyOf(List.of(named.split("\\.")))));
  }

  /** The bot's driver may have given ids of its own kind. */
  private static JsonObject byId(String... ids) {
    JsonArray any = new JsonArray();
    for (String id : ids) {
      any.add(id).add(new JsonObject().put("$oid", id));
    }
    return new JsonObject().put("_id", new JsonObject().put("$in", any));
  }

  /**
   * The entries after some. Those of the five seconds before are looked through once more, but no
   * further back than the client can name what it has seen.
   */
  private Missed after(List<Instant> seen, Set<String> ids) {
    Instant overlap = seen.getLast().minus(OVERLAP);
    boolean all = ids.size() < MAX_NAMED || seen.getFirst().isBefore(overlap);
    Instant from = all ? overlap : seen.getFirst();
    Instant now = clock.instant();
    List<LogEntry> latest = latest(from, now, 0, MAX_MISSED + ids.size());
    List<Map<String, Object>> events =
        latest.stream()
            .filter(entry -> !ids.contains(entry.id()))
            .limit(MAX_MISSED)
            .map(LogEntry::event)
            .toList();
    long known = seen.stream().filter(time -> !time.isBefore(from)).count();
    long skipped =
        events.size() < MAX_MISSED ? 0 : countBetween(from, now) - known - events.size();
    return new Missed(events.reversed(), Math.max(0, skipped));
  }

  /** Deletes what is older than the retention; zero keeps everything. */
  public void deleteOld(Duration retention, Instant now) {
    if (!retention.isZero()) {
      entries.delete(
          new JsonObject().put(TIME, new JsonObject().put("$lt", Bson.time(now.minus(retention)))));
    }
  }

  private static JsonObject sort(Call call) {
    String field = call.text("sortBy");
    int direction = call.text("sortOrder").equals("asc") ? 1 : -1;
    JsonObject sort = new JsonObject().put(field, direction);
    if (COMMON.contains(field)) {
      sort.put(TIME, direction);
    }
    return field.equals("_id") ? sort : sort.put("_id", direction);
  }

  private static JsonObject query(Call call) {
    JsonObject query = new JsonObject();
    put(query, SOURCE, call.text("messageSource"));
    put(query, TYPE, call.text("messageType"));
    Instant from = PointInTime.first(call.text("startDate"));
    Instant to = PointInTime.last(call.text("endDate"));
    JsonObject range = new JsonObject();
    if (from != null) {
      range.put("$gte", Bson.time(from));
    }
    if (to != null) {
      range.put("$lte", Bson.time(to));
    }
    return range.isEmpty() ? query : query.put(TIME, range);
  }

  private static void put(JsonObject query, String field, String value) {
    if (value != null) {
      query.put(field, value);
    }
  }
}
