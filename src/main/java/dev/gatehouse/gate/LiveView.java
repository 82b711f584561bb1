package dev.gatehouse.gate;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A view of stored things by key, changed at once by what this node learns and replaced now and
 * then by what is stored. A change made while the store was being read is newer than what was read,
 * and survives it. Reading takes no lock.
 */
final class LiveView<V> {
  /** A value of null means that the key was removed. */
  private record Change<V>(long number, V value) {}

  private volatile Map<String, V> current = new ConcurrentHashMap<>();
  private final Map<String, Change<V>> recent = new HashMap<>();
  private long changes;

  V get(String key) {
    return current.get(key);
  }

  synchronized void put(String key, V value) {
    recent.put(key, new Change<>(++changes, value));
    current.put(key, value);
  }

  synchronized void remove(String key) {
    recent.put(key, new Change<>(++changes, null));
    current.remove(key);
  }

  /** To be taken before the store is read. */
  synchronized long mark() {
    return changes;
  }

  synchronized void replace(long mark, Map<String, V> stored) {
    recent.values().removeIf(change -> change.number() <= mark);
    Map<String, V> next = new ConcurrentHashMap<>(stored);
    recent.forEach((key, change) -> {
      if (change.value() == null) {
        next.remove(key);
      } else {
        next.put(key, change.value());
      }
    });
    current = next;
  }
}
