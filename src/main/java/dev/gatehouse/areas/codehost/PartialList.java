package dev.gatehouse.areas.codehost;

import module java.base;

/**
 * The items of a list that may have been read only in part.
 *
 * @param complete whether these are all items of the list
 * @param unreadable number of invalid items, which are left out
 */
record PartialList<T>(List<T> items, boolean complete, int unreadable) {
  PartialList(List<T> items, boolean complete) {
    this(items, complete, 0);
  }

  /**
   * Returns this list without duplicates. Items can move to another page while the pages are read.
   */
  PartialList<T> distinctBy(Function<T, ?> key) {
    Map<Object, T> distinct = new LinkedHashMap<>();
    items.forEach(item -> distinct.putIfAbsent(key.apply(item), item));
    return new PartialList<>(List.copyOf(distinct.values()), complete, unreadable);
  }

  /** Returns a list of other items that were made of these. */
  <R> PartialList<R> with(List<R> made) {
    return new PartialList<>(made, complete, unreadable);
  }

  /** Returns true, or null if the list is complete, as used in replies. */
  Boolean incomplete() {
    return complete ? null : Boolean.TRUE;
  }
}
