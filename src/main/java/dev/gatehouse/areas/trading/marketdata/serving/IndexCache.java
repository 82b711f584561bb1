package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.caching.MemoryCache;
import java.io.IOException;

/**
 * Cache of page indexes and dictionaries of the open serving copies, bounded in bytes. One cache
 * serves all copies of a node. Safe for concurrent use.
 */
public final class IndexCache {
  interface Weighed {
    /** Returns the approximate size in bytes of heap. */
    long weight();
  }

  interface Loader<T extends Weighed> {
    T load() throws IOException;
  }

  /** Key of one cached part (page index, dictionary, …) of one column chunk of one open copy. */
  record Key(ServingCopy copy, Part part, int group, int column) {}

  enum Part {
    PAGES,
    DICTIONARY,
    TIMES
  }

  private final MemoryCache<Key, Weighed> cache;

  public IndexCache(long limitBytes) {
    this.cache = MemoryCache.ofWeight(limitBytes, Weighed::weight);
  }

  /**
   * Returns the cached part, or loads it. Two concurrent misses both load, because that is cheaper
   * than making one caller wait.
   */
  <T extends Weighed> T get(Key key, Class<T> type, Loader<T> loader) throws IOException {
    Weighed found = cache.find(key);
    if (found != null) {
      return type.cast(found);
    }
    T loaded = loader.load();
    cache.put(key, loaded);
    return loaded;
  }

  void forget(ServingCopy copy) {
    cache.removeIf(key -> key.copy() == copy);
  }

  /** Returns the bytes of all cached entries. */
  public long weight() {
    return cache.weight();
  }
}
