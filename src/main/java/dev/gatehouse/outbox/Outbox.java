package dev.gatehouse.outbox;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.bus.Json;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import dev.gatehouse.time.Extremes;
import dev.gatehouse.time.TrustedClock;
import dev.gatehouse.tracing.Span;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Stored outgoing messages. Each entry is kept until it was delivered or the owner has seen its
 * error.
 */
public final class Outbox {
  /** Time for which a delivered entry keeps its id reserved. */
  private static final Duration KEPT = Duration.ofDays(30);

  private final DocumentCollection<OutboxEntry> entries;
  private final TrustedClock clock;
  private final OutboxMetrics metrics = new OutboxMetrics();

  public Outbox(Documents documents, TrustedClock clock) {
    this.entries =
        documents.collection(
            "outbox",
            OutboxEntry.class,
            Query.by("kind").then("state").then("due"),
            Query.by("state").then("createdAt").down().then("_id").down(),
            Query.by("kind").then("state").then("createdAt").down().then("_id").down());
    this.clock = clock;
  }

  /** Returns a unique id. */
  public String newId() {
    return entries.newId();
  }

  /**
   * Enqueues a message, unless one with this id was enqueued or withdrawn before, on any node;
   * blocks. The message is stored when this returns.
   *
   * @param id 24 hex digits derived from the cause; reserved for 30 days after delivery
   * @return whether this call enqueued it
   */
  public boolean enqueue(String id, OutboxRequest request) {
    Span span = Span.current().child("enqueue " + request.kind(), Span.Kind.PRODUCER);
    try {
      return ScopedValue.where(Span.CURRENT, span)
          .call(() ->
              insert(
                  id,
                  request.kind(),
                  State.WAITING,
                  request.matter().within(span),
                  body(request.body())));
    } finally {
      span.end();
    }
  }

  /**
   * Withdraws a message of which no delivery was attempted, and rejects later enqueueing under this
   * id; blocks.
   *
   * @return whether the message was not and will not be delivered
   */
  public boolean withdraw(String id, String kind) {
    return insert(id, kind, State.WITHDRAWN, new OutboxEntry.Matter("", ""), "{}")
        || entries
            .update(
                new JsonObject()
                    .put("_id", id)
                    .put("state", State.WAITING.name())
                    .put("attempts", 0),
                set(new JsonObject().put("state", State.WITHDRAWN.name())),
                OutboxEntry::withdrawn)
            .isPresent()
        || entries.find(id).filter(OutboxEntry::withdrawn).isPresent();
  }

  private boolean insert(
      String id, String kind, State state, OutboxEntry.Matter matter, String body) {
    Instant now = now();
    try {
      entries.insert(
          new OutboxEntry(
              id,
              kind,
              matter,
              body,
              new OutboxEntry.Progress(state, 0, null),
              new OutboxEntry.Times(now, now, null)));
      return true;
    } catch (DuplicateKeyException promised) {
      return false;
    }
  }

  private static String body(Record body) {
    return Json.encode(body).toString();
  }

  /**
   * Returns whether deliveries of a kind fail: an entry that was tried waits for longer than an
   * age, and none that was enqueued later was delivered. Blocks.
   */
  public boolean isStuck(String kind, Duration age) {
    Instant before = now().minus(age);
    JsonObject waiting = delayed(kind).mergeIn(where("createdAt").before(before).json());
    JsonObject sent =
        state(State.SENT).put("kind", kind).mergeIn(where("createdAt").from(before).json());
    return entries.findOne(waiting).isPresent() && entries.findOne(sent).isEmpty();
  }

  /**
   * Entries whose last attempt failed and that will be tried again.
   *
   * @param since time at which the oldest was enqueued
   * @param next time of the next attempt
   * @param error of the oldest
   */
  public record Delayed(long count, Instant since, Instant next, String error) {
    /** Returns a sentence for the owner. */
    public String described() {
      return "%s emails waiting since %s, next attempt at %s: %s"
          .formatted(count, since, next, error);
    }
  }

  /**
   * Returns the entries of a kind that have waited for longer than an age after a failed attempt;
   * empty for none. Blocks.
   */
  public Optional<Delayed> delayed(String kind, Duration age) {
    JsonObject delayed = delayed(kind).mergeIn(where("createdAt").before(now().minus(age)).json());
    JsonObject oldest = new JsonObject().put("createdAt", 1);
    return entries.find(delayed, oldest, 0, 1).stream()
        .findFirst()
        .map(first -> {
          List<OutboxEntry> next =
              entries.find(delayed(kind), new JsonObject().put("due", 1), 0, 1);
          return new Delayed(
              entries.count(delayed(kind)),
              first.times().createdAt(),
              next.isEmpty() ? first.times().due() : next.getFirst().times().due(),
              first.progress().error());
        });
  }

  /** Selects the entries of a kind that wait after a failed attempt, newest first. */
  public Selection<OutboxEntry> selectDelayed(String kind) {
    return entries.select(delayed(kind), new JsonObject().put("createdAt", -1).put("_id", -1));
  }

  private static JsonObject delayed(String kind) {
    return state(State.WAITING).put("kind", kind).put("attempts", new JsonObject().put("$gt", 0));
  }

  /** Makes all waiting entries of a kind due now, and returns their number. Blocks. */
  public long flush(String kind) {
    return entries.updateAll(
        state(State.WAITING).put("kind", kind), set(new JsonObject().put("due", Bson.time(now()))));
  }

  public Optional<OutboxEntry> find(String id) {
    return entries.find(id);
  }

  /**
   * Returns the records whose message was neither enqueued nor withdrawn, read lazily. Blocks.
   *
   * @param id returns the id of a record's message
   */
  public <T extends Record> Stream<T> missing(Selection<T> records, Function<T, String> id) {
    return records
        .pages()
        .flatMap(page -> {
          JsonObject any = Query.where("_id").in(page.stream().map(id).toList()).json();
          Set<String> known =
              entries.find(any, Query.all(), 0, 0).stream()
                  .map(OutboxEntry::id)
                  .collect(Collectors.toSet());
          return page.stream().filter(record -> !known.contains(id.apply(record)));
        });
  }

  /** Returns whether an entry of a kind is due, or was left in delivery by a dead node. */
  boolean anyDue(String kind) {
    JsonObject due =
        where("state")
            .in(List.of(State.WAITING.name(), State.SENDING.name()))
            .json()
            .put("kind", kind)
            .mergeIn(OutboxSchedule.due(now()));
    return entries.findOne(due).isPresent();
  }

  /**
   * Resets entries that another node was delivering when it died. The outcome of these deliveries
   * is unknown.
   */
  long takeOver(String kind) {
    return entries.updateAll(
        state(State.SENDING).put("kind", kind),
        set(new JsonObject().put("state", State.WAITING.name())));
  }

  /** Takes the next due entry; no other caller gets it. */
  Optional<OutboxEntry> takeNext(String kind) {
    List<OutboxEntry> next =
        entries.find(
            state(State.WAITING).put("kind", kind).mergeIn(OutboxSchedule.due(now())),
            new JsonObject().put("due", 1),
            0,
            1);
    JsonObject sending =
        set(new JsonObject().put("state", State.SENDING.name()))
            .put("$inc", new JsonObject().put("attempts", 1));
    return next.stream().findFirst().flatMap(entry -> entries.update(asRead(entry), sending));
  }

  /** Publishes the metrics. */
  public void measure(MeterRegistry registry) {
    metrics.publish(registry);
  }

  /** Counts the entries for the metrics. Blocks. */
  public void countEntries() {
    metrics.counted(count(State.WAITING), count(State.DEAD));
  }

  void sent(OutboxEntry entry) {
    metrics.attempted(entry.kind(), "sent");
    entries.update(
        asRead(entry),
        set(
            new JsonObject()
                .put("state", State.SENT.name())
                .putNull("error")
                .put("sentAt", Bson.time(clock.instant()))));
  }

  /** Marks an entry as dead, or schedules its next attempt after 10 s, 20 s, … up to an hour. */
  void failed(OutboxEntry entry, State state, String error) {
    metrics.attempted(entry.kind(), state == State.DEAD ? "dead" : "retried");
    Instant due = now().plus(OutboxSchedule.pause(entry.progress().attempts()));
    entries.update(
        asRead(entry),
        set(
            new JsonObject()
                .put("state", state.name())
                .put("error", error)
                .put("due", Bson.time(due))));
  }

  private Instant now() {
    return clock.guarded().instant();
  }

  /** Returns entries in a state, newest first. */
  public List<OutboxEntry> list(State state, int limit) {
    return entries.find(
        state(state), new JsonObject().put("createdAt", -1).put("_id", -1), 0, limit);
  }

  /** Selects the entries of some kinds in a state, newest first. */
  public Selection<OutboxEntry> select(Collection<String> kinds, State state) {
    return entries.select(
        where("kind").in(kinds).json().mergeIn(state(state)),
        new JsonObject().put("createdAt", -1).put("_id", -1));
  }

  /** Selects the entries of a kind in a state, newest first. */
  public Selection<OutboxEntry> select(String kind, State state) {
    return entries.select(
        state(state).put("kind", kind), new JsonObject().put("createdAt", -1).put("_id", -1));
  }

  /** Returns the number of entries in a state. */
  public long count(State state) {
    return entries.count(state(state));
  }

  /** Restarts the delivery of a dead entry; empty if there is no dead entry with this id. */
  public Optional<OutboxEntry> retry(String id) {
    return entries.update(
        state(State.DEAD).put("_id", id),
        set(
            new JsonObject()
                .put("state", State.WAITING.name())
                .put("attempts", 0)
                .put("due", Bson.time(now()))));
  }

  /** Withdraws an entry that is waiting or dead; empty if no such entry has this id. */
  public Optional<OutboxEntry> discard(String id) {
    return entries.update(
        where("state").in(List.of(State.WAITING.name(), State.DEAD.name())).json().put("_id", id),
        set(new JsonObject().put("state", State.WITHDRAWN.name())),
        OutboxEntry::withdrawn);
  }

  /** Deletes entries that were delivered or withdrawn a month ago; blocks. */
  public void deleteOld() {
    clock
        .olderThan(KEPT)
        .ifPresent(age -> {
          JsonObject old = where("createdAt").olderThan(age).json();
          entries.delete(state(State.SENT).mergeIn(old));
          entries.delete(state(State.WITHDRAWN).mergeIn(old));
        });
  }

  private static JsonObject state(State state) {
    return new JsonObject().put("state", state.name());
  }

  private static JsonObject set(JsonObject fields) {
    return new JsonObject().put("$set", fields);
  }

  private static JsonObject asRead(OutboxEntry entry) {
    return state(entry.progress().state())
        .put("_id", entry.id())
        .put("attempts", entry.progress().attempts());
  }

  private static final class OutboxMetrics {
    /** Holds the counters before a node has a registry. */
    private final CompositeMeterRegistry meters = new CompositeMeterRegistry();

    private final AtomicLong waiting = new AtomicLong();
    private final AtomicLong dead = new AtomicLong();

    void publish(MeterRegistry registry) {
      Gauge.builder("gatehouse.outbox.entries", waiting, AtomicLong::get)
          .description("Outgoing messages by state: waiting or dead, counted once a minute")
          .tag("state", "waiting")
          .register(registry);
      Gauge.builder("gatehouse.outbox.entries", dead, AtomicLong::get)
          .description("Outgoing messages by state: waiting or dead, counted once a minute")
          .tag("state", "dead")
          .register(registry);
      meters.add(registry);
    }

    /**
     * Counts an attempt to deliver an entry.
     *
     * @param result {@code sent}, {@code retried} or {@code dead}
     */
    void attempted(String kind, String result) {
      Counter.builder("gatehouse.outbox.deliveries")
          .description("Attempts to deliver messages, by kind and result: sent, retried or dead")
          .tag("kind", kind)
          .tag("result", result)
          .register(meters)
          .increment();
    }

    void counted(long waitingNow, long deadNow) {
      waiting.set(waitingNow);
      dead.set(deadNow);
    }
  }

  /** Times of the attempts to deliver an entry. */
  static final class OutboxSchedule {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final int MAX_DOUBLINGS = 9;

    /**
     * Returns a condition for due entries. A time beyond the longest pause was stored by a clock
     * that was ahead, so such an entry is due as well.
     */
    static JsonObject due(Instant now) {
      JsonArray any =
          new JsonArray()
              .add(where("due").until(now).json())
              .add(where("due").after(now.plus(LONGEST_PAUSE).plus(TrustedClock.JUMP)).json());
      return new JsonObject().put("$or", any);
    }

    /** Returns the pause after failed attempts: 10 s, 20 s, … up to an hour. */
    static Duration pause(int attempts) {
      Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts - 1, MAX_DOUBLINGS));
      return Extremes.min(pause, LONGEST_PAUSE);
    }
  }
}
