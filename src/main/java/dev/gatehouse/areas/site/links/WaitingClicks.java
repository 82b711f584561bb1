package dev.gatehouse.areas.site.links;

import module java.base;

/** Sums of clicks that are not written yet, oldest first, in limited memory. Never blocks. */
final class WaitingClicks<K, V> {
  private final int max;
  private final BinaryOperator<V> plus;
  private final Map<K, V> sums = new LinkedHashMap<>();

  /**
   * @param max number of sums
   */
  WaitingClicks(int max, BinaryOperator<V> plus) {
    this.max = max;
    this.plus = plus;
  }

  /** Adds clicks. Returns false, and adds nothing, if the memory is full. */
  synchronized boolean add(K key, V clicks) {
    boolean room = sums.size() < max || sums.containsKey(key);
    if (room) {
      sums.merge(key, clicks, plus);
    }
    return room;
  }

  /** Returns a sum, or null. */
  synchronized V find(K key) {
    return sums.get(key);
  }

  /** Removes and returns a sum, or null. */
  synchronized V take(K key) {
    return sums.remove(key);
  }

  synchronized List<K> keys() {
    return List.copyOf(sums.keySet());
  }

  synchronized void change(Consumer<Map<K, V>> change) {
    change.accept(sums);
  }
}
