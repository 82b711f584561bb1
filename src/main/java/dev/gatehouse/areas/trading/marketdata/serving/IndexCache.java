package dev.gatehouse.areas.trading.marketdata.serving;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cache of page indexes and dictionaries of the open serving copies, bounded in bytes. It evicts
 * the least recently used entries. One cache serves all copies of a node. Safe for concurrent use.
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

  private final long limit;
  private final Map<Key, Weighed> entries = new LinkedHashMap<>(256, 0.75f, true);
  private long weight;

  public IndexCache(long limitBytes) {
    this.limit = limitBytes;
  }

  /**
   * Returns the cached part, or loads it. Two concurrent misses both load, because that is cheaper
   * than making one caller wait.
   */
  <T extends Weighed> T get(Key key, Class<T> type, Loader<T> loader) throws IOException {
    synchronized (this) {
      Weighed found = entries.get(key);
      if (found != null) {
        return type.cast(found);
      }
    }
    T loaded = loader.load();
    put(key, loaded);
    return loaded;
  }

  synchronized void forget(ServingCopy copy) {
    Iterator<Map.Entry<Key, Weighed>> all = entries.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Key, Weighed> entry = all.next();
      if (entry.getKey().copy() == copy) {
        weight -= entry.getValue().weight();
        all.remove();
      }
    }
  }

  /** Returns the bytes of all cached entries. */
  public synchronized long weight() {
    return weight;
  }

  private synchronized void put(Key key, Weighed value) {
    Weighed before = entries.put(key, value);
    weight += value.weight() - (before == null ? 0 : before.weight());
    Iterator<Weighed> oldest = entries.values().iterator();
    while (weight > limit && oldest.hasNext()) {
      weight -= oldest.next().weight();
      oldest.remove();
    }
  }
}
