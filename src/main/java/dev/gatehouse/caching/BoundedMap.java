package dev.gatehouse.caching;

import module java.base;

/**
 * Maps with a maximum number of entries, for what cannot be read again, such as counts. The least
 * recently used entry is evicted first, and the newest never.
 */
public final class BoundedMap {
  private BoundedMap() {}

  /** Returns an empty, thread-safe map. */
  public static <V> Map<String, V> of(int max) {
    return Collections.synchronizedMap(
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > max;
          }
        });
  }
}
