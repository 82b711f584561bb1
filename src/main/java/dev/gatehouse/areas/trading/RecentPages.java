package dev.gatehouse.areas.trading;

import io.vertx.core.buffer.Buffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The pages that were asked for last, as they were sent: making one takes as long as all else that
 * its request does, several times over, and many ask for the newest. Bounded by bytes; what was not
 * used for longest goes first. Its calls are short and safe.
 */
final class RecentPages {
  private final long maxBytes;
  private final Map<Key, Buffer> pages = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * A page of some data.
   *
   * @param revision of the data, which differs whenever they do
   */
  record Key(String symbol, String revision, PageQuery query) {}

  RecentPages(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Null where it is not kept. */
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
