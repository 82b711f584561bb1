package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import java.util.List;

/** The records of a collection that match a query, in an order. */
public record Selection<T extends Record>(
    DocumentCollection<T> records, JsonObject query, JsonObject order) {
  /**
   * Reads one page. Blocks.
   *
   * @param limit maximum number of records, 0 for all
   */
  public List<T> page(int skip, int limit) {
    return records.find(query, order, skip, limit);
  }

  /** Counts the records of all pages. Blocks. */
  public long count() {
    return records.count(query);
  }
}
