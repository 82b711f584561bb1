package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.areas.site.links.ClickRecorder.WaitingClicks;
import dev.gatehouse.store.UnknownOutcomeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts clicks in memory and writes them every second, one write for each short URL. A redirect
 * therefore does not wait for a write. All nodes add to the same documents.
 *
 * <p>The memory is limited. If it is full, a click on another short URL is written immediately. A
 * node writes all waiting clicks at shutdown, and a killed node loses them.
 */
public final class ClickCounter {
  private static final Logger LOG = LoggerFactory.getLogger(ClickCounter.class);

  /** Maximum number of short URLs with waiting clicks. */
  private static final int MAX_WAITING = 20_000;

  /** Maximum number of documents that one flush writes. */
  private static final int MAX_WRITES = 2_000;

  private final ShortUrls urls;
  private final String node;
  private final WaitingClicks<String, Long> waiting;

  /**
   * Held during the write of a document. A read at that moment could count its clicks twice or not
   * at all.
   */
  private final ReentrantReadWriteLock writing = new ReentrantReadWriteLock();

  private long flushes;

  /**
   * @param node unique name of this node
   */
  public ClickCounter(ShortUrls urls, String node) {
    this(urls, node, MAX_WAITING);
  }

  ClickCounter(ShortUrls urls, String node, int maxWaiting) {
    this.urls = urls;
    this.node = node;
    this.waiting = new WaitingClicks<>(maxWaiting, Long::sum);
  }

  /**
   * Counts a click on an existing short URL. Blocks only if the memory for waiting clicks is full.
   */
  void add(String key) {
    if (!waiting.add(key, 1L)) {
      writing.writeLock().lock();
      try {
        store(key, 1);
      } finally {
        writing.writeLock().unlock();
      }
    }
  }

  /** Returns the clicks on a short URL that are not written to its document yet. */
  long waiting(String key) {
    Long clicks = waiting.find(key);
    return Objects.requireNonNullElse(clicks, 0L);
  }

  /** Discards the waiting clicks of a deleted short URL, because its key may be reused. */
  void forget(String key) {
    waiting.take(key);
  }

  /**
   * Reads documents while none is being written, so that {@link #waiting} is exactly what they
   * lack.
   */
  <T> T reading(Supplier<T> read) {
    writing.readLock().lock();
    try {
      return read.get();
    } finally {
      writing.readLock().unlock();
    }
  }

  /**
   * Writes waiting clicks, for at most 2,000 short URLs. Blocks.
   *
   * @throws RuntimeException if the store fails; the clicks remain waiting
   */
  public void flush() {
    waiting.keys().stream().limit(MAX_WRITES).forEach(this::write);
  }

  /** Writes all waiting clicks. Blocks. */
  public void close() {
    while (!waiting.keys().isEmpty()) {
      flush();
    }
  }

  private void write(String key) {
    writing.writeLock().lock();
    try {
      long clicks = waiting(key);
      if (clicks > 0) {
        store(key, clicks);
        waiting.change(sums ->
            sums.computeIfPresent(
                key, (same, all) -> all <= clicks ? null : Long.valueOf(all - clicks)));
      }
    } finally {
      writing.writeLock().unlock();
    }
  }

  private void store(String key, long clicks) {
    flushes++;
    try {
      urls.count(key, clicks, node + '-' + flushes);
    } catch (UnknownOutcomeException e) {
      // The clicks are not written again, because they might be counted twice.
      LOG.warn("{} clicks may not have been counted: {}", clicks, e.getMessage());
    }
  }
}
