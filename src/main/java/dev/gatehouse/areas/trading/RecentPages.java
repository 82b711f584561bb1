package dev.gatehouse.areas.trading;

import io.vertx.core.buffer.Buffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cache of recently requested pages in their sent form. Many clients request the newest page, and
 * creating a page takes several times the rest of its request. Bounded in bytes; the least recently
 * used pages are evicted first. Its calls are short and thread-safe.
 */
final class RecentPages {
  private final long maxBytes;
  private final Map<Key, Buffer> pages = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * Key of one page of some data.
   *
   * @param revision of the data; it changes with every change of the data
   */
  record Key(String symbol, String revision, PageQuery query) {}

  RecentPages(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Returns the cached page, or null. */
  synchronized Buffer get(Key key) {
    return pages.get(key);
  }

  synchronized void put(Key key, Buffer page) {
    Buffer before = pages.put(key, page);
    bytes += page.length() - (before == null ? 0 : before.length());
    Iterator<Buffer> oldest = pages.values().iterator();
    while (bytes > maxBytes && oldest.hasNext()) {
      bytes -= oldest.next().length();
      oldest.remove();
    }
  }
}
