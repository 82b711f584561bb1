package dev.gatehouse.trading;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The trading bot's log: paged by every stored field, filtered by text, never by pattern. */
public final class TradingLogs {
  /** The collection that the bot writes into, and we with it. */
  public static final String COLLECTION = "tradingLogs";

  private static final Duration OVERLAP = Duration.ofSeconds(5);
  private static final int MAX_MISSED = 200;
  private static final String TIME = "LogMessage.timeStamp";
  private static final String TYPE = "LogMessage.messageType";
  private static final String SOURCE = "LogMessage.messageSource";

  /** Fields whose values many entries share: of equal ones the time decides, then the id. */
  private static final List<String> COMMON = List.of(SOURCE, TYPE);

  private final DocumentCollection<LogEntry> entries;

  public TradingLogs(Documents documents) {
    this.entries = documents.collection(COLLECTION, LogEntry.class);
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

  private record Missed(List<Map<String, Object>> events) {}

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

  /** Entries of a span of time, both ends included, the oldest first. */
  List<LogEntry> between(Instant from, Instant to, int limit) {
    JsonObject span = new JsonObject().put("$gte", Bson.time(from)).put("$lte", Bson.time(to));
    JsonObject sort = new JsonObject().put(TIME, 1).put("_id", 1);
    return entries.find(new JsonObject().put(TIME, span), sort, 0, limit);
  }

  /** The entries that a stream's client has missed since the entries that it names. */
  Answer missed(Call call) {
    String named = call.text("Last-Event-ID") != null ? call.text("Last-Event-ID") : "";
    List<String> seen = List.of(named.split("\\."));
    Optional<Instant> last =
        seen.stream()
            .map(entries::find)
            .flatMap(Optional::stream)
            .map(entry -> entry.message().timeStamp())
            .max(Comparator.naturalOrder());
    List<Map<String, Object>> events =
        last.map(time -> after(time, seen)).orElse(List.of()).stream()
            .map(LogEntry::event)
            .toList();
    return Answer.ok(new Missed(events));
  }

  private List<LogEntry> after(Instant time, List<String> seen) {
    JsonObject later = new JsonObject().put("$gte", Bson.time(time.minus(OVERLAP)));
    JsonObject newestFirst = new JsonObject().put(TIME, -1).put("_id", -1);
    return entries
        .find(new JsonObject().put(TIME, later), newestFirst, 0, MAX_MISSED + seen.size())
        .stream()
        .filter(entry -> !seen.contains(entry.id()))
        .limit(MAX_MISSED)
        .toList()
        .reversed();
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
