package dev.gatehouse.areas.commerce.caching;

import module java.base;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.contract.ErrorCode;

/**
 * Bounded cache of values that its callers compute. The first caller of a key computes the value on
 * its own thread, and the others wait for it until their deadlines. A value whose computation began
 * before a change is returned to those who already waited for it, and is not kept.
 *
 * @param <V> type of the values, which must be immutable
 */
public final class ComputedCache<V> {
  private final AsyncCache<String, Outcome<V>> entriesCache;
  private final Predicate<V> kept;

  /** Caffeine logs futures that fail, and a visitor's request can do that. */
  private record Outcome<V>(V value, Exception failure) {}

  /**
   * @param maxAge age from which a value is computed again, because the event of a change can be
   *     lost between nodes
   * @param kept returns false for values that are computed for each caller
   */
  public ComputedCache(int max, Duration maxAge, LongSupplier nanoTime, Predicate<V> kept) {
    this.entriesCache =
        Caffeine.newBuilder()
            .executor(Runnable::run)
            .maximumSize(max)
            .expireAfterWrite(maxAge)
            .ticker(nanoTime::getAsLong)
            .buildAsync();
    this.kept = kept;
  }

  /** Returns the value of a key, or null if it must be computed. Does not block. */
  V find(String key) {
    Outcome<V> found = entriesCache.synchronous().getIfPresent(key);
    return found == null ? null : found.value();
  }

  /**
   * Returns the value of a key. Blocks while it is computed.
   *
   * @throws Exception from the computation. Fails with 504 if the caller waits until its deadline
   */
  public V get(String key, Deadline deadline, Callable<V> computation) throws Exception {
    var own = new CompletableFuture<Outcome<V>>();
    CompletableFuture<Outcome<V>> other = entriesCache.asMap().putIfAbsent(key, own);
    if (other == null) {
      return computed(key, own, computation);
    }
    try {
      Outcome<V> outcome = other.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
      if (outcome.failure() != null) {
        throw outcome.failure();
      }
      return outcome.value();
    } catch (TimeoutException e) {
      throw ApiError.of(ErrorCode.TIMEOUT, "the request took too long").exception(e);
    }
  }

  private V computed(String key, CompletableFuture<Outcome<V>> own, Callable<V> computation)
      throws Exception {
    try {
      V value = computation.call();
      if (!kept.test(value)) {
        entriesCache.asMap().remove(key, own);
      }
      own.complete(new Outcome<>(value, null));
      return value;
    } catch (Throwable e) {
      entriesCache.asMap().remove(key, own);
      own.complete(new Outcome<>(null, e instanceof Exception known ? known : new Exception(e)));
      throw e;
    }
  }

  /** Removes all values, because their source has changed. */
  public void clear() {
    entriesCache.synchronous().invalidateAll();
  }
}
