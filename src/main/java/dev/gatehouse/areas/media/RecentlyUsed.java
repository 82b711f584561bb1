package dev.gatehouse.areas.media;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A small map by blob that evicts the least recently used entry. Its calls are short and
 * thread-safe.
 */
final class RecentlyUsed<V> {
  private final int maxValues;
  private final Map<String, V> values = new LinkedHashMap<>(16, 0.75f, true);

  RecentlyUsed(int maxValues) {
    this.maxValues = maxValues;
  }

  synchronized V get(String blob) {
    return values.get(blob);
  }

  /** Returns the previous value, or null. */
  synchronized V put(String blob, V value) {
    V before = values.put(blob, value);
    if (values.size() > maxValues) {
      values.remove(values.keySet().iterator().next());
    }
    return before;
  }

  synchronized void remove(String blob) {
    values.remove(blob);
  }
}
