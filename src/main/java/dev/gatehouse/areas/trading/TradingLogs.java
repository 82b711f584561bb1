package dev.gatehouse.areas.trading;

import static dev.gatehouse.store.Query.where;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.EventGap;
import dev.gatehouse.bus.Pagination;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.messages.TradingMessages;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The trading bot's log. Pages can be sorted by every stored field, and filtered by literal text.
 * Patterns are not supported.
 */
public final class TradingLogs {
  /** The collection that both the bot and this service write to. */
  public static final String COLLECTION = "tradingLogs";

  private static final Duration OVERLAP = Duration.ofSeconds(5);
  private static final int MAX_MISSED = 200;
  private static final int MAX_WIDE = 2;

  private static final String TIME = "LogMessage.timeStamp";
  private static final String TYPE = "LogMessage.messageType";
  private static final String SOURCE = "LogMessage.messageSource";

  /** Fields whose values many entries share. Equal values are sorted by time, then by id. */
  private static final List<String> COMMON = List.of(SOURCE, TYPE);

  private final DocumentCollection<LogEntry> entries;
  private final InstantSource clock;

  /**
   * Permits for pages that may take long, so that expensive searches do not block other requests.
   */
  private final Semaphore wide = new Semaphore(MAX_WIDE, true);

  public TradingLogs(Documents documents, InstantSource clock) {
    this.entries = documents.tolerantCollection(COLLECTION, LogEntry.class);
    this.clock = clock;
  }

  /**
   * Creates the minimum of indexes for every sort, and for every filter with the default sort. Each
   * index is updated with every entry.
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
            : find(call, query, (int) skip, limit).stream().map(LogEntry::view).toList();
    return Answer.ok(new Reply(true, data, Pagination.of(page, limit, total)));
  }

  private List<LogEntry> find(Call call, JsonObject query, int skip, int limit) {
    if (!isWide(call)) {
      return entries.find(query, sort(call), skip, limit);
    }
    if (!tryWide(call.deadline().remaining())) {
      throw ApiError.busy(ErrorCode.OVERLOADED, "too many searches of the log are running", 2)
          .exception();
    }
    try {
      return entries.find(query, sort(call), skip, limit);
    } finally {
      wide.release();
    }
  }

  private boolean tryWide(Duration patience) {
    try {
      return wide.tryAcquire(patience.toMillis() / 2, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Returns whether no single index covers both filter and order. Such a page may read many
   * entries.
   */
  private static boolean isWide(Call call) {
    String sortBy = call.text("sortBy");
    boolean filtered =
        List.of("startDate", "endDate", "messageType", "messageSource").stream()
            .anyMatch(name -> call.text(name) != null);
    return filtered && !sortBy.equals(TIME);
  }

  /** Stores one entry or a list of entries. */
  Answer add(Call call, LogEntryRequest[] sent) {
    String sender = call.caller().subject();
    List<LogEntry> added =
        Arrays.stream(sent).map(entry -> entry.entry(entries.newId(), sender)).toList();
    entries.insert(added);
    return Answer.created(new Stored(true, added.size()));
  }

  /** Returns the entries between two times, both inclusive, newest first. */
  List<LogEntry> latest(Instant from, Instant to, int skip, int limit) {
    JsonObject newestFirst = Query.by(TIME).down().then("_id").down().json();
    return entries.find(between(from, to), newestFirst, skip, limit);
  }

  /**
   * Returns the number of entries between two times, both inclusive. Invalid documents are counted.
   */
  long countBetween(Instant from, Instant to) {
    return entries.count(between(from, to));
  }

  private static JsonObject between(Instant from, Instant to) {
    return where(TIME).from(from).and(TIME).until(to).json();
  }

  /** Returns the entries that a stream's client missed after the entries that it names. */
  Answer missed(Call call) {
    List<String> ids = EventGap.seen(call);
    if (ids.isEmpty()) {
      return Answer.ok(EventGap.NOTHING);
    }
    List<Instant> seen =
        entries.find(byId(ids), new JsonObject(), 0, 0).stream()
            .flatMap(entry -> entry.time().stream())
            .sorted()
            .toList();
    return Answer.ok(seen.isEmpty() ? EventGap.UNKNOWN : after(seen, Set.copyOf(ids)));
  }

  /** Matches ids of another type too, because the bot's driver may have assigned them. */
  private static JsonObject byId(List<String> ids) {
    List<Object> any = new ArrayList<>();
    for (String id : ids) {
      any.add(id);
      any.add(new JsonObject().put("$oid", id));
    }
    return where("_id").in(any).json();
  }

  /**
   * Returns the entries after the given ones. Entries of the five seconds before are checked again,
   * but not further back than the client can name the entries it has seen.
   */
  private EventGap after(List<Instant> seen, Set<String> ids) {
    Instant overlap = seen.getLast().minus(OVERLAP);
    boolean all = ids.size() < EventGap.MAX_NAMED || seen.getFirst().isBefore(overlap);
    Instant from = all ? overlap : seen.getFirst();
    Instant now = clock.instant();
    List<LogEntry> latest = latest(from, now, 0, MAX_MISSED + ids.size());
    List<Map<String, Object>> events =
        latest.stream()
            .filter(entry -> !ids.contains(entry.id()))
            .limit(MAX_MISSED)
            .map(entry -> TradingMessages.LOGGED.event(entry.logged()).data())
            .toList();
    long known = seen.stream().filter(time -> !time.isBefore(from)).count();
    long skipped = events.size() < MAX_MISSED ? 0 : countBetween(from, now) - known - events.size();
    return new EventGap(events.reversed(), Math.max(0, skipped));
  }

  /** Deletes entries that have reached the retention. */
  public void deleteOld(Age retention) {
    entries.delete(where(TIME).olderThan(retention).json());
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
    Query query = Query.query();
    Optional.ofNullable(call.text("messageSource")).ifPresent(query.and(SOURCE)::is);
    Optional.ofNullable(call.text("messageType")).ifPresent(query.and(TYPE)::is);
    from(call).ifPresent(query.and(TIME)::from);
    to(call).ifPresent(query.and(TIME)::until);
    return query.json();
  }

  private static Optional<Instant> from(Call call) {
    return Optional.ofNullable(PointInTime.first(call.text("startDate")));
  }

  private static Optional<Instant> to(Call call) {
    return Optional.ofNullable(PointInTime.last(call.text("endDate")));
  }
}
