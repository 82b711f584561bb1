package dev.gatehouse.area.extension;

import module java.base;

/**
 * Stored records of one kind. All methods block. If the store cannot be reached or is full, they
 * throw an exception that the node answers with 503, 504 or 507.
 */
public interface RecordStore<T extends Record> {
  /**
   * Stores a new record.
   *
   * @return false if a record with this id, or with the same values of a unique index, exists
   */
  boolean insert(T record);

  /** Returns the record with an id. */
  Optional<T> find(String id);

  /**
   * Returns one page of the matching records.
   *
   * @param order sort order; the id orders equal records
   * @param limit maximum number of records, 1 to 1,000
   */
  List<T> list(RecordFilter filter, List<Order> order, int skip, int limit);

  /** Returns the number of matching records. */
  long count(RecordFilter filter);

  /**
   * Changes fields of one record atomically, if it still matches.
   *
   * @param id of the record
   * @param when condition that the stored record must meet
   * @return the changed record; empty if there is no record, or it does not match
   */
  Optional<T> update(String id, RecordFilter when, Map<String, ?> fields);

  /** Deletes the record with an id; returns whether it existed. */
  boolean delete(String id);

  /**
   * Deletes all matching records and returns their number.
   *
   * @throws IllegalArgumentException if a condition is not an equality
   */
  long deleteAll(RecordFilter filter);

  /**
   * Deletes matching records that have reached an age, and returns their number. Deletes nothing
   * for a time after a start or a jump of the clock, so that a wrong clock cannot delete records.
   *
   * @param field the time from which the age is counted
   */
  long expire(String field, Duration age, RecordFilter filter);

  /** Creates an index for lists in this order. Call it in {@link ExtensionContext#beforeStart}. */
  void index(Order... fields);

  /** Creates an index that allows only one record for each value of a field. */
  void uniqueIndex(String field);

  /** Order by one field. */
  record Order(String field, boolean descending) {
    public static Order ascending(String field) {
      return new Order(field, false);
    }

    public static Order descending(String field) {
      return new Order(field, true);
    }
  }
}
