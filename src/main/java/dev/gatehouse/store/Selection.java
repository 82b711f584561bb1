package dev.gatehouse.store;

import module java.base;

import io.vertx.core.json.JsonObject;

/** The records of a collection that match a query, in an order. */
public record Selection<T extends Record>(
    DocumentCollection<T> records, JsonObject query, JsonObject order) {
  private static final int PAGE = 500;

  /**
   * Reads one page. Blocks.
   *
   * @param limit maximum number of records, 0 for all
   */
  public List<T> page(int skip, int limit) {
    return records.find(query, order, skip, limit);
  }

  /** Reads all records lazily. */
  public Stream<T> all() {
    return pages().flatMap(List::stream);
  }

  /** Reads all pages lazily, each with at least one record. */
  public Stream<List<T>> pages() {
    return Stream.iterate(0, skip -> skip + PAGE)
        .map(skip -> page(skip, PAGE))
        .takeWhile(page -> !page.isEmpty());
  }

  /** Counts the records of all pages. Blocks. */
  public long count() {
    return records.count(query);
  }
}
