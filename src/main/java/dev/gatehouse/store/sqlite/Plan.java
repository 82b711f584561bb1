package dev.gatehouse.store.sqlite;

import java.util.List;

/**
 * The way in which a query is carried out.
 *
 * @param index the index to walk; null for the documents themselves, in the order of insertion
 * @param ranges the stretches of the index, ascending and apart
 * @param branches for an {@code $or}: one plan per alternative, instead of an index
 * @param walk what the walk yields
 */
record Plan(OrderedIndex index, List<Range> ranges, List<Plan> branches, Yield walk) {

  /**
   * The yield of a walk.
   *
   * @param reverse whether it goes backwards
   * @param sorted whether it yields the order that was asked for
   * @param exact whether it meets matching documents only
   * @param repeats whether a document may turn up more than once
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

  /** Returns whether the walk meets every entry of its index. */
  boolean isWhole() {
    return ranges.equals(List.of(Range.ALL));
  }
}
