package dev.gatehouse.areas.codehost;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The items of a list that may have been read only in part.
 *
 * @param complete whether these are all items of the list
 */
record PartialList<T>(List<T> items, boolean complete) {

  /**
   * Returns this list without duplicates. Items can move to another page while the pages are read.
   */
  PartialList<T> distinctBy(Function<T, ?> key) {
    Map<Object, T> distinct = new LinkedHashMap<>();
    items.forEach(item -> distinct.putIfAbsent(key.apply(item), item));
    return new PartialList<>(List.copyOf(distinct.values()), complete);
  }

  /** Returns true, or null if the list is complete, as used in replies. */
  Boolean incomplete() {
    return complete ? null : Boolean.TRUE;
  }
}
