package dev.gatehouse.areas.notifications;

import static dev.gatehouse.store.Query.where;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Stores the hire forms that visitors send. */
final class HireForms {
  static final String COLLECTION = "hireForms";

  private static final String CREATED = "createdAt";
  private static final String STATE = "state";
  private static final String NEW = "new";
  private static final String SPAM = "spam";
  private static final List<String> NO_SPAM = List.of(NEW, "answered", "won", "lost");

  /** Sorts by id as well. Otherwise pages could repeat or omit entries of equal time. */
  private static final Query.Order LATEST_FIRST = Query.by(CREATED).down().then("_id").down();

  private final DocumentCollection<HireForm> forms;

  /**
   * A submission of either form.
   *
   * @param handling what the owner has done
   */
  record HireForm(
      String id,
      @JsonUnwrapped Client client,
      @JsonUnwrapped Project project,
      @JsonUnwrapped Request request,
      Instant createdAt,
      @JsonUnwrapped Handling handling,
      @JsonUnwrapped HireSignals junk) {
    boolean isSpam() {
      return handling.state().equals(SPAM);
    }

    boolean contains(String text) {
      return PlainText.isIn(
          text,
          client.name(),
          client.email(),
          client.company(),
          request.subject(),
          request.description());
    }
  }

  /**
   * Requested work.
   *
   * @param subject subject of the legacy form; null in the structured form
   * @param description the legacy form's body
   */
  record Request(String subject, String description) {}

  /**
   * State of the work on a form.
   *
   * @param state new, answered, won, lost or spam
   * @param reply the last reply; null before the first
   */
  record Handling(String state, String reply, Instant repliedAt) {
    static final Handling NONE = new Handling(NEW, null, null);

    static Handling first(boolean spam) {
      return spam ? new Handling(SPAM, null, null) : NONE;
    }

    Handling {
      state = Objects.requireNonNullElse(state, NEW);
    }
  }

  /** Sender of a structured form; all fields are null in the legacy form. */
  record Client(String name, String email, String company) {
    static final Client UNKNOWN = new Client(null, null, null);
  }

  /**
   * Terms of a structured form; all fields are null in the legacy form.
   *
   * @param budget hourly, under-5k, …
   * @param hourlyRate only with an hourly budget
   */
  record Project(String projectType, String budget, BigDecimal hourlyRate, String timeline) {
    static final Project UNKNOWN = new Project(null, null, null, null);
  }

  HireForms(Documents documents) {
    this.forms =
        documents.collection(
            COLLECTION,
            HireForm.class,
            LATEST_FIRST,
            Query.by(STATE).then(CREATED).down().then("_id").down(),
            Query.by("fingerprint").then(CREATED).sparse());
  }

  /** Completes forms that an earlier release stored. Blocks. */
  void prepare() {
    JsonObject ofEarlierReleases = where(STATE).is(null).json();
    if (forms.count(ofEarlierReleases) > 0) {
      forms.updateAll(ofEarlierReleases, set(new JsonObject().put(STATE, NEW)));
    }
  }

  String newId() {
    return forms.newId();
  }

  void add(HireForm form) {
    forms.insert(form);
  }

  /**
   * Selects forms, newest first.
   *
   * @param state null for all but spam
   */
  Selection<HireForm> select(String state) {
    Query in = state == null ? where(STATE).in(NO_SPAM) : where(STATE).is(state);
    return forms.select(in.json(), LATEST_FIRST.json());
  }

  /**
   * Returns the forms that contain a text, newest first.
   *
   * @param state null for all states
   */
  List<HireForm> containing(String text, String state) {
    return forms
        .all(HireForm::id)
        .filter(form -> state == null || form.handling().state().equals(state))
        .filter(form -> form.contains(text))
        .sorted(Comparator.comparing(HireForm::createdAt).thenComparing(HireForm::id).reversed())
        .toList();
  }

  Optional<HireForm> find(String id) {
    return forms.find(id);
  }

  /** Sets the state of a form. Empty if there is no such form. */
  Optional<HireForm> handle(String id, String state) {
    return forms.update(
        Query.id(id),
        set(new JsonObject().put(STATE, state)),
        stored -> stored.handling().state().equals(state));
  }

  /** Deletes a form and returns whether it existed. */
  boolean delete(String id) {
    return forms.delete(Query.id(id)) > 0;
  }

  /** Deletes the forms that have reached an age, except spam. Blocks. */
  void deleteOld(Age age) {
    forms.delete(where(STATE).in(NO_SPAM).and(CREATED).olderThan(age).json());
  }

  /** Deletes the spam that has reached an age. Blocks. */
  void deleteOldSpam(Age age) {
    forms.delete(where(STATE).is(SPAM).and(CREATED).olderThan(age).json());
  }

  /** Counts the forms since a time that have the same text. */
  long countLike(String fingerprint, Instant from) {
    return forms.count(where("fingerprint").is(fingerprint).and(CREATED).from(from).json());
  }

  long countSpam(Instant from, Instant until) {
    return forms.count(
        where(STATE).is(SPAM).and(CREATED).from(from).and(CREATED).before(until).json());
  }

  /**
   * Stores a reply, with which a new form becomes an answered one. Any other state remains, also if
   * it was set meanwhile.
   */
  Optional<HireForm> answered(String id, String reply, Instant now) {
    JsonObject changes = new JsonObject().put("reply", reply).put("repliedAt", Bson.time(now));
    JsonObject ofNew = where("_id").is(id).and(STATE).is(NEW).json();
    return replied(ofNew, changes.copy().put(STATE, "answered"), reply)
        .or(() -> replied(Query.id(id), changes, reply));
  }

  private Optional<HireForm> replied(JsonObject form, JsonObject changes, String reply) {
    return forms.update(form, set(changes), stored -> reply.equals(stored.handling().reply()));
  }

  private static JsonObject set(JsonObject changes) {
    return new JsonObject().put("$set", changes);
  }

  /** Selects the forms since a time, newest first. */
  Selection<HireForm> since(Instant from) {
    return forms.select(where(CREATED).from(from).json(), LATEST_FIRST.json());
  }

  long countBetween(Instant from, Instant until) {
    return forms.count(where(CREATED).from(from).and(CREATED).before(until).json());
  }
}
