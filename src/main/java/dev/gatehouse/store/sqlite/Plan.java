package dev.gatehouse.store.sqlite;

import java.util.List;

/**
 * Execution plan of a query.
 *
 * @param index index to scan; null to scan the documents in insertion order
 * @param ranges disjoint ranges of the index, in ascending order
 * @param branches for an {@code $or}: one plan for each alternative, instead of an index
 * @param walk properties of the scan's results
 */
record Plan(OrderedIndex index, List<Range> ranges, List<Plan> branches, Yield walk) {

  /**
   * Properties of a scan's results.
   *
   * @param reverse whether the scan runs backwards
   * @param sorted whether the results have the requested order
   * @param exact whether all results match the query
   * @param repeats whether a document may occur more than once
   */
  record Yield(boolean reverse, boolean sorted, boolean exact, boolean repeats) {}

  static Plan scan(boolean reverse, boolean sorted, boolean exact) {
    return new Plan(null, List.of(), List.of(), new Yield(reverse, sorted, exact, false));
  }

  static Plan union(List<Plan> branches, boolean sorted) {
    return new Plan(null, List.of(), branches, new Yield(false, sorted, false, false));
  }

  boolean reverse() {
    return walk.reverse;
  }

  boolean sorted() {
    return walk.sorted;
  }

  boolean exact() {
    return walk.exact;
  }

  boolean repeats() {
    return walk.repeats;
  }

  boolean isScan() {
    return index == null && branches.isEmpty();
  }

  /** Returns whether the scan reads every entry of its index. */
  boolean isWhole() {
    return ranges.equals(List.of(Range.ALL));
  }
}
