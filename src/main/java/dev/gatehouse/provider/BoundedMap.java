package dev.gatehouse.provider;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Maps of so many entries and no more: the one that was not asked for longest goes first. */
final class BoundedMap {
  private BoundedMap() {}

  /** An empty one, which threads may share. */
  static <V> Map<String, V> of(int max) {
    return Collections.synchronizedMap(
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > max;
          }
        });
  }
}
