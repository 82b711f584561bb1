package dev.gatehouse.security;

import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Keys, each with the time at which it is over, in memory and bounded. Over the bound the latest
 * comer takes another's place; from then on what is not here may still be stored, so whoever misses
 * it has to ask. An entry takes some 70 bytes beside its key. Reading takes no lock.
 */
final class BoundedExpiryMap<K> {
  /** One value for all that never ends: most entries share it after years. */
  private static final Long NEVER = Long.MAX_VALUE;

  private final int max;
  private volatile Held<K> entries = new Held<>();

  private static final class Held<K> {
    final Map<K, Long> millis = new ConcurrentHashMap<>();
    volatile boolean complete = true;
  }

  BoundedExpiryMap(int max) {
    this.max = max;
  }

  /** The time at which the key is over, {@link Instant#MAX} for never; null when it is not here. */
  Instant get(K key) {
    Long millis = entries.millis.get(key);
    if (millis == null) {
      return null;
    }
    return millis.equals(NEVER) ? Instant.MAX : Instant.ofEpochMilli(millis);
  }

  /**
   * @param until {@link Instant#MAX} for never
   */
  synchronized void put(K key, Instant until) {
    put(entries, key, until);
  }

  synchronized void remove(K key) {
    entries.millis.remove(key);
  }

  /** True while what is not here is not stored either. */
  boolean complete() {
    return entries.complete;
  }

  boolean isEmpty() {
    return entries.millis.isEmpty();
  }

  int size() {
    return entries.millis.size();
  }

  synchronized void dropOver(Instant now) {
    long millis = now.toEpochMilli();
    entries.millis.values().removeIf(until -> until <= millis);
  }

  /** Holds what the reader puts, and only that, once it has put all. */
  synchronized void replace(Consumer<BiConsumer<K, Instant>> reader) {
    Held<K> next = new Held<>();
    reader.accept((key, until) -> put(next, key, until));
    entries = next;
  }

  private void put(Held<K> into, K key, Instant until) {
    if (into.millis.size() >= max && !into.millis.containsKey(key)) {
      into.complete = false;
      Iterator<K> any = into.millis.keySet().iterator();
      any.next();
      any.remove();
    }
    into.millis.put(key, until.equals(Instant.MAX) ? NEVER : (Long) until.toEpochMilli());
  }
}
