package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.time.Age;

/**
 * Bounded in-memory map from keys to expiry times. When it is full, a new key replaces an arbitrary
 * one. From then on a missing key may still be stored, so the caller must ask the store. An entry
 * takes about 70 bytes beside its key. Reads take no lock.
 */
final class BoundedExpiryMap<K> {
  /** Value shared by all entries that never expire, which are the majority after years. */
  private static final Long NEVER = Long.MAX_VALUE;

  private final int max;
  private volatile Held<K> heldEntries = new Held<>();

  private static final class Held<K> {
    final Map<K, Long> millis = new ConcurrentHashMap<>();
    volatile boolean complete = true;

    /**
     * Continues behind the last replaced key. A new iterator for each key would pass all the slots
     * that the replaced keys have left empty.
     */
    private Iterator<K> next = millis.keySet().iterator();

    /** Removes a key, unless the iterator's next key has been removed before. */
    void removeOne() {
      if (!next.hasNext()) {
        next = millis.keySet().iterator();
      }
      next.next();
      next.remove();
    }
  }

  BoundedExpiryMap(int max) {
    this.max = max;
  }

  /** Returns a key's expiry, {@link Instant#MAX} for never; null if the key is missing. */
  Instant get(K key) {
    Long millis = heldEntries.millis.get(key);
    if (millis == null) {
      return null;
    }
    return millis.equals(NEVER) ? Instant.MAX : Instant.ofEpochMilli(millis);
  }

  /**
   * @param until {@link Instant#MAX} for never
   */
  synchronized void put(K key, Instant until) {
    put(heldEntries, key, until);
  }

  synchronized void remove(K key) {
    heldEntries.millis.remove(key);
  }

  /** Returns true while a key that is missing here is not stored either. */
  boolean complete() {
    return heldEntries.complete;
  }

  int max() {
    return max;
  }

  boolean isEmpty() {
    return heldEntries.millis.isEmpty();
  }

  int size() {
    return heldEntries.millis.size();
  }

  synchronized void dropOver(Age over) {
    long millis = over.before().toEpochMilli();
    heldEntries.millis.values().removeIf(until -> until <= millis);
  }

  /** Returns an empty map with the same limit. */
  BoundedExpiryMap<K> empty() {
    return new BoundedExpiryMap<>(max);
  }

  /** Records that a key that is missing here may be stored. */
  void markIncomplete() {
    heldEntries.complete = false;
  }

  /** Replaces all entries with those that the reader supplies, after it has supplied all. */
  synchronized void replace(Consumer<BiConsumer<K, Instant>> reader) {
    Held<K> next = new Held<>();
    reader.accept((key, until) -> put(next, key, until));
    heldEntries = next;
  }

  private void put(Held<K> into, K key, Instant until) {
    while (into.millis.size() >= max && !into.millis.containsKey(key)) {
      into.complete = false;
      into.removeOne();
    }
    into.millis.put(key, until.equals(Instant.MAX) ? NEVER : (Long) until.toEpochMilli());
  }
}
