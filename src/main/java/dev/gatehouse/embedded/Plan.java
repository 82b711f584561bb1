package dev.gatehouse.embedded;

import java.util.List;

/**
 * How a query is carried out.
 *
 * @param index the index to walk; null for the documents themselves, in the order of insertion
 * @param ranges the stretches of the index, ascending and apart
 * @param branches for an {@code $or}: one plan per alternative, instead of an index
 * @param reverse whether to walk backwards
 * @param sorted whether the walk yields the order that was asked for
 * @param exact whether the stretches hold matching documents only
 * @param repeats whether a document may turn up more than once
 * @param entries how many entries the stretches hold
 */
record Plan(
    OrderedIndex index,
    List<Range> ranges,
    List<Plan> branches,
    boolean reverse,
    boolean sorted,
    boolean exact,
    boolean repeats,
    long entries) {

  static Plan scan(boolean reverse, boolean sorted, boolean exact, long documents) {
    return new Plan(null, List.of(), List.of(), reverse, sorted, exact, false, documents);
  }

  static Plan union(List<Plan> branches, boolean sorted) {
    long entries = branches.stream().mapToLong(Plan::entries).sum();
    return new Plan(null, List.of(), branches, false, sorted, false, false, entries);
  }

  boolean isScan() {
    return index == null && branches.isEmpty();
  }
}
