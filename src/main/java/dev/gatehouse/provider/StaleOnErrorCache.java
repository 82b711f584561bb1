package dev.gatehouse.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers of a provider, by key: kept for a while, fetched once for all who wait for it, and
 * served old when the provider fails. Bounded; the least recently used goes first.
 *
 * @param <V> what is kept, immutable
 */
public final class StaleOnErrorCache<V> {
  private static final Logger LOG = LoggerFactory.getLogger(StaleOnErrorCache.class);

  /** Those who waited for a fetch that failed don't all try it again. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Duration fresh;
  private final Duration stale;
  private final InstantSource clock;
  private final Map<String, Kept<V>> entries;

  /** One key's value, and the lock that makes all who want it wait for one fetch. */
  private static final class Kept<V> {
    final ReentrantLock fetching = new ReentrantLock();
    volatile Fetched<V> value;
    volatile Instant triedAgain = Instant.EPOCH;
    volatile RuntimeException failure;
  }

  /** A value and when it was fetched. */
  public record Fetched<V>(V value, Instant at) {}

  /**
   * @param fresh how long a value is served without a question
   * @param stale how long it is served when the provider fails
   * @param maxKeys keys
   */
  public StaleOnErrorCache(Duration fresh, Duration stale, int maxKeys, InstantSource clock) {
    this.fresh = fresh;
    this.stale = stale;
    this.clock = clock;
    this.entries =
        Collections.synchronizedMap(
            new LinkedHashMap<>(16, 0.75f, true) {
              private static final long serialVersionUID = 1;

              @Override
              protected boolean removeEldestEntry(Map.Entry<String, Kept<V>> eldest) {
                return size() > maxKeys;
              }
            });
  }

  /**
   * The value of a key; blocks while it is fetched.
   *
   * @throws RuntimeException the fetch's own, when there is nothing old enough to serve instead
   */
  public Fetched<V> get(String key, Supplier<V> fetch) {
    Kept<V> entry = entries.computeIfAbsent(key, first -> new Kept<>());
    Fetched<V> known = entry.value;
    if (younger(known, fresh)) {
      return known;
    }
    entry.fetching.lock();
    try {
      return fetched(entry, fetch);
    } finally {
      entry.fetching.unlock();
    }
  }

  private Fetched<V> fetched(Kept<V> entry, Supplier<V> fetch) {
    if (younger(entry.value, fresh)) {
      return entry.value;
    }
    if (!clock.instant().isBefore(entry.triedAgain)) {
      try {
        entry.value = new Fetched<>(fetch.get(), clock.instant());
        return entry.value;
      } catch (RuntimeException e) {
        entry.failure = e;
        entry.triedAgain = clock.instant().plus(PAUSE);
        LOG.warn("a provider failed: {}", e.getMessage());
      }
    }
    if (younger(entry.value, stale)) {
      return entry.value;
    }
    throw entry.failure;
  }

  /** Forgets everything: what was asked for has changed. */
  public void clear() {
    entries.clear();
  }

  private boolean younger(Fetched<V> fetched, Duration age) {
    return fetched != null && fetched.at().plus(age).isAfter(clock.instant());
  }
}
