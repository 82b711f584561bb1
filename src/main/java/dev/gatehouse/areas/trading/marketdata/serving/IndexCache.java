package dev.gatehouse.areas.trading.marketdata.serving;

import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy.ChunkIndex;
import dev.gatehouse.caching.MemoryCache;
import java.io.IOException;

/**
 * Cache of page indexes and dictionaries of the open serving copies, bounded in bytes. One cache
 * serves all copies of a node. Safe for concurrent use.
 */
public final class IndexCache {
  /** Column chunk of an open copy. */
  private record Key(ServingCopy copy, int group, int column) {}

  private final MemoryCache<Key, ChunkIndex> cache;

  public IndexCache(long limitBytes) {
    this.cache = MemoryCache.ofWeight(limitBytes, ChunkIndex::weight);
  }

  /**
   * Returns the index of a column chunk. Two concurrent misses both read it, because that is
   * cheaper than making one caller wait.
   */
  ChunkIndex get(ServingCopy copy, int group, int column) throws IOException {
    Key key = new Key(copy, group, column);
    ChunkIndex index = cache.find(key);
    if (index == null) {
      index = copy.readIndex(group, column);
      cache.put(key, index);
    }
    return index;
  }

  void forget(ServingCopy copy) {
    cache.removeIf(key -> key.copy() == copy);
  }

  /** Returns the bytes of all cached entries. */
  public long weight() {
    return cache.weight();
  }
}
