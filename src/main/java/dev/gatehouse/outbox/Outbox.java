package dev.gatehouse.notifications.mail;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The letters that were promised, each kept until it has gone or the owner has seen why not. */
public final class Outbox {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int DOUBLINGS = 9;

  private final DocumentCollection<Entry> entries;
  private final String host;
  private final int maxAttempts;

  /** The state of a letter. */
  public enum State {
    /** It will be sent when its time has come. */
    WAITING,
    /** It is being handed over. */
    SENDING,
    /** It was accepted. */
    SENT,
    /** It was refused for good, or too often; the owner may have it tried again. */
    DEAD
  }

  /**
   * A promised letter.
   *
   * @param messageId the same for every attempt, so that a letter which arrives twice is seen to
   */
  public record Entry(
      String id,
      Letter letter,
      String messageId,
      @JsonUnwrapped Progress progress,
      @JsonUnwrapped Times times) {}

  /**
   * The progress of a letter.
   *
   * @param attempts how often it was handed over
   * @param error of the last attempt; null if there was none
   */
  public record Progress(State state, int attempts, String error) {}

  /**
   * The times of a letter.
   *
   * @param due when it is to be handed over next
   * @param sentAt null until it was accepted
   */
  public record Times(Instant due, Instant createdAt, Instant sentAt) {}

  /**
   * @param host the domain of the letters' ids
   * @param maxAttempts after which a letter is dead
   */
  public Outbox(Documents documents, String host, int maxAttempts) {
    this.entries = documents.collection("outbox", Entry.class);
    this.host = host;
    this.maxAttempts = maxAttempts;
  }

  /** Makes the indexes; blocks. */
  public void prepare() {
    entries.index(new JsonObject().put("state", 1).put("due", 1), new IndexOptions());
    entries.index(
        new JsonObject().put("state", 1).put("createdAt", -1).put("_id", -1), new IndexOptions());
  }

  /** A letter's id, unlike all others. */
  public String newMessageId() {
    return messageId(entries.newId());
  }

  /** Promises a checked letter and says under which id; it is stored when this returns. */
  public String enqueue(Letter letter, Instant now) {
    String id = entries.newId();
    entries.insert(entry(id, letter, now));
    return id;
  }

  /**
   * Promises a letter unless this was done before, here or on another node.
   *
   * @param id 24 hex digits that follow from the occasion
   * @return whether it is promised by this call
   */
  public boolean enqueueOnce(String id, Letter letter, Instant now) {
    try {
      entries.insert(entry(id, letter, now));
      return true;
    } catch (DuplicateKeyException promised) {
      return false;
    }
  }

  private Entry entry(String id, Letter letter, Instant now) {
    return new Entry(
        id, letter, messageId(id), new Progress(State.WAITING, 0, null), new Times(now, now, null));
  }

  private String messageId(String id) {
    return "<" + id + "@" + host + ">";
  }

  public Optional<Entry> find(String id) {
    return entries.find(id);
  }

  /** Returns whether a letter waits whose time has come, or lies where a dead node left it. */
  boolean anyDue(Instant now) {
    JsonObject due =
        new JsonObject()
            .put(
                "state", new JsonObject().put("$in", new JsonArray().add("WAITING").add("SENDING")))
            .put("due", new JsonObject().put("$lte", Bson.time(now)));
    return entries.findOne(due).isPresent();
  }

  /** Takes back what another node was handing over when it died: whether it arrived is unknown. */
  long takeOver() {
    return entries.updateAll(state(State.SENDING), set("state", State.WAITING.name()));
  }

  /** Takes the next letter whose time has come; no other caller gets it. */
  Optional<Entry> takeNext(Instant now) {
    List<Entry> next =
        entries.find(
            state(State.WAITING).put("due", new JsonObject().put("$lte", Bson.time(now))),
            new JsonObject().put("due", 1),
            0,
            1);
    return next.isEmpty()
        ? Optional.empty()
        : entries.update(
            asRead(next.getFirst()),
            set("state", State.SENDING.name()).put("$inc", new JsonObject().put("attempts", 1)));
  }

  void sent(Entry entry, Instant now) {
    entries.update(
        asRead(entry),
        new JsonObject()
            .put(
                "$set",
                new JsonObject()
                    .put("state", State.SENT.name())
                    .putNull("error")
                    .put("sentAt", Bson.time(now))));
  }

  /** Puts a letter back for later, or aside for good. */
  State failed(Entry entry, MailException problem, Instant now) {
    boolean dead =
        problem.outcome() == MailException.Outcome.REFUSED
            || entry.progress().attempts() >= maxAttempts;
    State state = dead ? State.DEAD : State.WAITING;
    entries.update(
        asRead(entry),
        new JsonObject()
            .put(
                "$set",
                new JsonObject()
                    .put("state", state.name())
                    .put("error", problem.getMessage())
                    .put("due", Bson.time(now.plus(pause(entry.progress().attempts()))))));
    return state;
  }

  /** 10 s, 20 s, 40 s, … up to an hour. */
  static Duration pause(int attempts) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts - 1, DOUBLINGS));
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }

  /** Letters in a state, the latest first. */
  public List<Entry> list(State state, int limit) {
    return entries.find(
        state(state), new JsonObject().put("createdAt", -1).put("_id", -1), 0, limit);
  }

  /** Has a dead letter tried again from the start; empty when there is none of this id. */
  public Optional<Entry> retry(String id, Instant now) {
    return entries.update(
        state(State.DEAD).put("_id", id),
        new JsonObject()
            .put(
                "$set",
                new JsonObject()
                    .put("state", State.WAITING.name())
                    .put("attempts", 0)
                    .put("due", Bson.time(now))));
  }

  /** Forgets letters that were sent before a time. */
  public long forgetSent(Instant before) {
    return entries.delete(
        state(State.SENT).put("createdAt", new JsonObject().put("$lt", Bson.time(before))));
  }

  private static JsonObject state(State state) {
    return new JsonObject().put("state", state.name());
  }

  private static JsonObject set(String field, String value) {
    return new JsonObject().put("$set", new JsonObject().put(field, value));
  }

  private static JsonObject asRead(Entry entry) {
    return state(entry.progress().state())
        .put("_id", entry.id())
        .put("attempts", entry.progress().attempts());
  }
}
