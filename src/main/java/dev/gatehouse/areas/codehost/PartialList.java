package dev.gatehouse.areas.codehost;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Items of a list that may be longer than it is read.
 *
 * @param complete whether these are all that there are
 */
record PartialList<T>(List<T> items, boolean complete) {

  /** This list without those that came twice, since pages move on while they are read. */
  PartialList<T> distinctBy(Function<T, ?> key) {
    Map<Object, T> distinct = new LinkedHashMap<>();
    items.forEach(item -> distinct.putIfAbsent(key.apply(item), item));
    return new PartialList<>(List.copyOf(distinct.values()), complete);
  }

  /** True or absent, as replies say it. */
  Boolean incomplete() {
    return complete ? null : Boolean.TRUE;
  }
}
