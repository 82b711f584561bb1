package dev.gatehouse.areas.trading;

import static dev.gatehouse.store.Query.where;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.gatehouse.area.sequence.EventSequence.EventSource;
import dev.gatehouse.area.sequence.SequencedEvent;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Pagination;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.messages.TradingMessages;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  Map<String, Area.Handler> operations() {
    return Map.of(
        "trading.logs", Area.returning(Reply.class, this::page),
        "trading.addLogs", Area.returning(Stored.class, LogEntryRequest[].class, this::add),
        "trading.shipLogs", Area.returning(Stored.class, Map[].class, this::ship));
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

  /**
   * Times that a bot has written into the collection as texts in ISO 8601. They become the store's
   * times when they are first seen, because filters, sorts and the retention compare those only.
   */
  static final class TextTimes {
    private static final Logger LOG = LoggerFactory.getLogger(TextTimes.class);
    private static final int BATCH = 500;

    /** Texts that begin with a digit. A comparison with a text matches no other type. */
    private static final JsonObject TEXTS =
        new JsonObject().put(LogQuery.TIME, new JsonObject().put("$gte", "0").put("$lt", ":"));

    private final DocumentCollection<Entry> entries;

    private record Entry(String id, @JsonProperty("LogMessage") Message message) {}

    private record Message(String timeStamp) {}

    TextTimes(Documents documents, String collection) {
      entries = documents.tolerantCollection(collection, Entry.class);
    }

    /** Converts all texts that are times. If the store fails, a later call does it. */
    void convert() {
      try {
        List<Entry> found;
        long converted;
        do {
          found = entries.find(TEXTS, Query.by(LogQuery.TIME).json(), 0, BATCH);
          converted = found.stream().filter(this::isConverted).count();
        } while (found.size() == BATCH && converted > 0);
      } catch (DocumentStoreException e) {
        LOG.warn("times of log entries could not be converted: {}", e.getMessage());
      }
    }

    private boolean isConverted(Entry entry) {
      Optional<Instant> time = time(entry.message().timeStamp());
      if (time.isEmpty()) {
        return false;
      }
      Instant millis = time.get().truncatedTo(ChronoUnit.MILLIS);
      JsonObject fields = new JsonObject().put(LogQuery.TIME, Bson.time(millis));
      int nanos = time.get().getNano() - millis.getNano();
      if (nanos > 0) {
        fields.put(LogQuery.NANOS, nanos);
      }
      JsonObject unchanged = TradingLogs.ofIds(List.of(entry.id())).json().mergeIn(TEXTS);
      return entries.updateAll(unchanged, new JsonObject().put("$set", fields)) > 0;
    }

    private static Optional<Instant> time(String text) {
      try {
        return Optional.of(PointInTime.first(text));
      } catch (DateTimeException e) {
        return Optional.empty();
      }
    }
  }

  /** A log entry in one of the two forms of the specification: stored, or schema. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
  @JsonSubTypes({
    @JsonSubTypes.Type(LogEntryRequest.StoredLogEntry.class),
    @JsonSubTypes.Type(LogEntryRequest.LeveledLogEntry.class)
  })
  sealed interface LogEntryRequest {

    LogEntry.LogMessage from(String sender);

    default LogEntry entry(String id, String sender) {
      return new LogEntry(id, from(sender));
    }

    record LogMessageRequest(
        String timeStamp,
        String messageSource,
        String localOperationName,
        String messageType,
        String message) {}

    /** The form that the bot itself writes into the database. */
    record StoredLogEntry(@JsonProperty("LogMessage") LogMessageRequest stored)
        implements LogEntryRequest {
      @Override
      public LogEntry.LogMessage from(String sender) {
        return LogEntry.LogMessage.of(
            PointInTime.first(stored.timeStamp()),
            stored.messageSource(),
            stored.localOperationName(),
            stored.messageType(),
            stored.message(),
            null);
      }
    }

    /** The form of the specification's schema. */
    record LeveledLogEntry(String timestamp, String level, String message, Map<String, Object> data)
        implements LogEntryRequest {
      @Override
      public LogEntry.LogMessage from(String sender) {
        return LogEntry.LogMessage.of(
            PointInTime.first(timestamp), sender, "", level, message, json());
      }

      private String json() {
        return data == null
            ? null
            : new String(Json.encode(data).getBytes(), StandardCharsets.UTF_8);
      }
    }
  }
}
