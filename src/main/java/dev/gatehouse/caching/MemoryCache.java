package dev.gatehouse.caching;

import module java.base;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * Bounded cache in memory. The values that are used least are evicted first. A value that was read
 * before the last {@link #clear} is neither stored nor returned. Thread-safe; no call blocks.
 *
 * @param <V> type of the values, which must be immutable
 */
public final class MemoryCache<K, V> {
  private static final int MAX = Integer.MAX_VALUE;
  private static final Duration UNLIMITED = Duration.ofDays(36_500);

  private final Cache<K, Kept<V>> entriesCache;
  private final AtomicLong generation = new AtomicLong();

  private record Kept<V>(V value, long generation) {}

  private MemoryCache(
      long maxWeight, ToLongFunction<V> weight, Duration maxAge, LongSupplier nanoTime) {
    this.entriesCache =
        Caffeine.newBuilder()
            .executor(Runnable::run)
            .maximumWeight(maxWeight)
            .weigher((K key, Kept<V> kept) -> Math.clamp(weight.applyAsLong(kept.value()), 1, MAX))
            .expireAfterWrite(maxAge)
            .ticker(nanoTime::getAsLong)
            .build();
  }

  /** Returns a cache with a maximum number of values. */
  public static <K, V> MemoryCache<K, V> ofSize(int max) {
    return ofWeight(max, value -> 1);
  }

  /**
   * Returns a cache with a maximum number of values.
   *
   * @param maxAge age from which a value is not returned
   * @param nanoTime monotonic clock
   */
  public static <K, V> MemoryCache<K, V> ofSize(int max, Duration maxAge, LongSupplier nanoTime) {
    return new MemoryCache<>(max, value -> 1, maxAge, nanoTime);
  }

  /**
   * Returns a cache with a maximum total weight.
   *
   * @param weight of a value, such as its size in bytes; must not change. At least 1 is counted. A
   *     heavier value than the maximum is not stored
   */
  public static <K, V> MemoryCache<K, V> ofWeight(long max, ToLongFunction<V> weight) {
    return new MemoryCache<>(max, weight, UNLIMITED, () -> 0);
  }

  /** Returns the value of a key, or null. */
  public V find(K key) {
    Kept<V> kept = entriesCache.getIfPresent(key);
    return kept == null || kept.generation() != generation.get() ? null : kept.value();
  }

  /** Returns the number of times the cache was cleared. Read it before reading a value to store. */
  public long generation() {
    return generation.get();
  }

  public void put(K key, V value) {
    put(key, value, generation.get());
  }

  /**
   * Stores a value unless the cache was cleared after the value was read.
   *
   * @param read the {@link #generation} from before the value was read
   */
  public void put(K key, V value, long read) {
    if (read == generation.get()) {
      entriesCache.put(key, new Kept<>(value, read));
    }
  }

  public void remove(K key) {
    entriesCache.invalidate(key);
  }

  public void removeIf(Predicate<K> outdated) {
    entriesCache.asMap().keySet().removeIf(outdated);
  }

  /** Removes all values, because what they were read from has changed. */
  public void clear() {
    generation.incrementAndGet();
    entriesCache.invalidateAll();
  }

  public long weight() {
    entriesCache.cleanUp();
    return entriesCache.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }
}
