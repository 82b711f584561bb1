package dev.gatehouse.store;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.time.TrustedClock;
import io.vertx.core.json.JsonObject;

/**
 * Field with the times at which documents are due. A time further away than the longest delay was
 * stored by a clock that was ahead. Such a document is due now, because it would otherwise wait for
 * months.
 *
 * @param longest longest delay of a document
 */
public record DueTimes(String field, Duration longest) {
  /**
   * Returns documents that are due, most overdue first. Blocks.
   *
   * @param others further conditions, which do not name the field
   * @param now the guarded time
   */
  public <T extends Record> List<T> find(
      DocumentCollection<T> documents, JsonObject others, Instant now, int limit) {
    List<T> due = new ArrayList<>(find(documents, where(field).until(now), others, limit));
    if (due.size() < limit) {
      // Separate queries, so that each reads a range of the field's index.
      Query beyond = where(field).after(now.plus(longest).plus(TrustedClock.JUMP));
      due.addAll(find(documents, beyond, others, limit - due.size()));
    }
    return due;
  }

  private <T extends Record> List<T> find(
      DocumentCollection<T> documents, Query times, JsonObject others, int limit) {
    return documents.find(others.copy().mergeIn(times.json()), by(field).json(), 0, limit);
  }
}
