package dev.gatehouse.areas.games;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of changes: actor, time, action and outcome. An entry is stored before its change begins, so
 * every change has an entry. An entry that remains "begun" belongs to a change whose end was not
 * recorded.
 */
final class AuditLog {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final int MAX_DETAILS = 1_000;
  private static final Query.Order NEWEST_FIRST = by("at").down().then("_id").down();

  private final DocumentCollection<Entry> entries;
  private final InstantSource clock;

  AuditLog(Documents documents, InstantSource clock) {
    this.entries = documents.collection("blockgameAudit", Entry.class, NEWEST_FIRST);
    this.clock = clock;
  }

  /** The states of a change. */
  enum Outcome {
    BEGUN,
    DONE,
    FAILED,
    /** The change may have been made or not. */
    UNKNOWN;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The author of a change.
   *
   * @param by the key's name or the token's subject
   */
  private record Actor(String by, String role, String address, String requestId) {
    static Actor of(Call call) {
      return new Actor(
          call.caller().subject(),
          call.caller().role().name().toLowerCase(Locale.ROOT),
          call.caller().address(),
          call.requestId());
    }
  }

  /**
   * One change.
   *
   * @param action {@code thing.verb}
   * @param details one per line
   */
  private record Entry(
      String id,
      Instant at,
      @JsonUnwrapped Actor actor,
      String action,
      String outcome,
      List<String> details) {}

  private record Ending(String outcome, List<String> details) {}

  private record Shown(String _id, @JsonUnwrapped @JsonIgnoreProperties("id") Entry entry) {}

  private record Listing(boolean success, List<Shown> entries, PageOrder.Pagination pagination) {}

  Map<String, Area.Handler> operations() {
    return Map.of("games.audit", Area.returning(Listing.class, this::list));
  }

  /**
   * Runs a change between storing the entry's beginning and its end.
   *
   * @param about one line of details about the change
   * @param change receives a consumer of further details; its result or exception is passed on
   */
  <R> R recording(Call call, String action, String about, Function<Consumer<String>, R> change) {
    List<String> details = new ArrayList<>(List.of(about));
    var entry =
        new Entry(
            entries.newId(),
            clock.instant(),
            Actor.of(call),
            action,
            Outcome.BEGUN.text(),
            List.copyOf(details));
    entries.insert(entry);
    try {
      R result = change.apply(details::add);
      end(entry, Outcome.DONE, details);
      return result;
    } catch (ApiException e) {
      details.add(e.failure().message());
      end(entry, e.failure().unsettled() ? Outcome.UNKNOWN : Outcome.FAILED, details);
      throw e;
    } catch (UnknownOutcomeException e) {
      end(entry, Outcome.UNKNOWN, details);
      throw e;
    } catch (RuntimeException e) {
      end(entry, Outcome.FAILED, details);
      throw e;
    }
  }

  /**
   * Records how a change ended. A failure to record it does not affect the change, which is already
   * made.
   */
  private void end(Entry entry, Outcome outcome, List<String> details) {
    try {
      entries.update(
          Query.id(entry.id()),
          new JsonObject().put("$set", Bson.value(new Ending(outcome.text(), bounded(details)))));
    } catch (RuntimeException e) {
      LOG.warn(
          "audit entry {} was not updated to {}: {}", entry.id(), outcome.text(), e.toString());
    }
  }

  private static List<String> bounded(List<String> details) {
    if (details.size() <= MAX_DETAILS) {
      return details;
    }
    List<String> first = new ArrayList<>(details.subList(0, MAX_DETAILS - 1));
    first.add("and " + (details.size() - first.size()) + " more");
    return first;
  }

  private Answer list(Call call) {
    var page =
        ListPage.of(
            call,
            entries.select(Query.all(), NEWEST_FIRST.json()),
            entry -> new Shown(entry.id(), entry));
    return Answer.ok(new Listing(true, page.entries(), page.pagination()));
  }

  /** Deletes entries that have reached the retention. */
  void deleteOld(Age retention) {
    entries.delete(where("at").olderThan(retention).json());
  }
}
