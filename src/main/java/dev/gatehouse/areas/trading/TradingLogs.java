package dev.gatehouse.areas.trading;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.sequence.EventSource;
import dev.gatehouse.area.sequence.SequencedEvent;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Pagination;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.TradingMessages;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/**
 * The trading bot's log. Pages can be sorted by every stored field, and filtered by literal text.
 * Patterns are not supported.
 */
public final class TradingLogs implements EventSource {
  /** The collection that both the bot and this service write to. */
  public static final String COLLECTION = "tradingLogs";

  private static final Pattern OBJECT_ID = Pattern.compile("[0-9a-f]{24}");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
  private static final int MAX_WIDE = 2;

  private static final String TIME = LogQuery.TIME;
  private static final String TYPE = LogQuery.TYPE;
  private static final String SOURCE = LogQuery.SOURCE;

  /** Fields whose values many entries share. Equal values are sorted by time, then by id. */
  private static final List<String> COMMON = List.of(SOURCE, TYPE);

  private final DocumentCollection<LogEntry> entries;
  private final TextTimes textTimes;
  private final InstantSource clock;

  /**
   * Permits for pages that may take long, so that expensive searches do not block other requests.
   */
  private final Semaphore wide = new Semaphore(MAX_WIDE, true);

  public TradingLogs(Documents documents, InstantSource clock) {
    this.clock = clock;
    // The minimum of indexes for every sort, and for every filter with the default sort. Each index
    // is updated with every entry.
    this.entries =
        documents.tolerantCollection(
            COLLECTION,
            LogEntry.class,
            Query.by(TIME).then("_id"),
            Query.by("LogMessage.localOperationName").then("_id"),
            Query.by("LogMessage.message").then("_id"),
            Query.by(TYPE).then(TIME).then("_id"),
            Query.by(SOURCE).then(TIME).then("_id"),
            Query.by(SOURCE).then(TYPE).then(TIME).then("_id"));
    this.textTimes = new TextTimes(documents, COLLECTION);
  }

  record Reply(boolean success, List<LogEntry.View> data, Pagination pagination) {}

  record Stored(boolean success, int count) {}

  Answer page(Call call) {
    textTimes.convert();
    long page = call.number("page");
    int limit = (int) call.number("limit");
    LogQuery range = LogQuery.of(call);
    long outside = range.outside().stream().mapToLong(entries::count).sum();
    // Usually no entry is between an outer millisecond and the bound, and an index has the page.
    JsonObject query = outside == 0 ? range.milliseconds() : range.exact();
    long total = Math.max(0, entries.count(range.milliseconds()) - outside);
    long skip = (page - 1) * limit;
    List<LogEntry.View> data = List.of();
    if (skip < total) {
      data = find(call, query, (int) skip, limit).stream().map(LogEntry::view).toList();
    }
    return Answer.ok(new Reply(true, data, Pagination.of(page, limit, total)));
  }

  private List<LogEntry> find(Call call, JsonObject query, int skip, int limit) {
    if (!isWide(call)) {
      return entries.find(query, sort(call), skip, limit);
    }
    if (!tryWide(call.deadline().remaining())) {
      throw ApiException.busy(ErrorCode.OVERLOADED, "too many searches of the log are running", 2);
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

  Answer add(Call call, LogEntryRequest[] sent) {
    String sender = call.caller().subject();
    List<LogEntry> added =
        Arrays.stream(sent).map(entry -> entry.entry(entries.newId(), sender)).toList();
    entries.insert(added);
    return Answer.created(new Stored(true, added.size()));
  }

  /** Stores entries as logging libraries and log shippers send them. */
  Answer ship(Call call, Map<?, ?>[] sent) {
    String sender = call.caller().subject();
    Instant arrival = clock.instant();
    List<LogEntry> added =
        Arrays.stream(sent)
            .map(entry ->
                new LogEntry(entries.newId(), ShippedEntry.message(entry, arrival, sender)))
            .toList();
    entries.insert(added);
    return Answer.created(new Stored(true, added.size()));
  }

  @Override
  public List<SequencedEvent> latest(Instant from, Instant to, int skip, int limit) {
    JsonObject newestFirst = Query.by(TIME).down().then("_id").down().json();
    return events(entries.find(between(from, to), newestFirst, skip, limit));
  }

  /** {@inheritDoc} Invalid documents are counted. */
  @Override
  public long countBetween(Instant from, Instant to) {
    textTimes.convert();
    return entries.count(between(from, to));
  }

  private static JsonObject between(Instant from, Instant to) {
    return where(TIME).from(from).and(TIME).until(to).json();
  }

  @Override
  public List<SequencedEvent> withIds(List<String> ids) {
    return events(entries.find(ofIds(ids).json(), Query.all(), 0, 0));
  }

  /** Matches ids of other types too, because the bot's driver may assign them. */
  static Query ofIds(List<String> ids) {
    List<Object> any = new ArrayList<>();
    for (String id : ids) {
      any.add(id);
      if (OBJECT_ID.matcher(id).matches()) {
        any.add(new JsonObject().put("$oid", id));
      } else if (NUMBER.matcher(id).matches()) {
        any.add(Long.parseLong(id));
      }
    }
    return where("_id").in(any);
  }

  private static List<SequencedEvent> events(List<LogEntry> entries) {
    return entries.stream()
        .filter(entry -> entry.time().isPresent())
        .map(entry ->
            new SequencedEvent(
                entry.id(),
                entry.time().get(),
                TradingMessages.LOGGED.event(entry.logged()).data()))
        .toList();
  }

  public void deleteOld(Age retention) {
    textTimes.convert();
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
}
