package dev.gatehouse.areas.site.links;

import dev.gatehouse.store.UnknownOutcomeException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
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
  private final int maxWaiting;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Long> waiting = new LinkedHashMap<>();

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
    this.maxWaiting = maxWaiting;
  }

  /**
   * Counts a click on an existing short URL. Blocks only if the memory for waiting clicks is full.
   */
  void add(String key) {
    if (!noted(key)) {
      writing.writeLock().lock();
      try {
        store(key, 1);
      } finally {
        writing.writeLock().unlock();
      }
    }
  }

  private boolean noted(String key) {
    lock.lock();
    try {
      boolean room = waiting.size() < maxWaiting || waiting.containsKey(key);
      if (room) {
        waiting.merge(key, 1L, Long::sum);
      }
      return room;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the clicks on a short URL that are not written to its document yet. */
  long waiting(String key) {
    lock.lock();
    try {
      return waiting.getOrDefault(key, 0L);
    } finally {
      lock.unlock();
    }
  }

  /** Discards the waiting clicks of a deleted short URL, because its key may be reused. */
  void forget(String key) {
    lock.lock();
    try {
      waiting.remove(key);
    } finally {
      lock.unlock();
    }
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
    for (String key : keys(MAX_WRITES)) {
      write(key);
    }
  }

  /** Writes all waiting clicks. Blocks. */
  public void close() {
    while (!keys(1).isEmpty()) {
      flush();
    }
  }

  private List<String> keys(int max) {
    lock.lock();
    try {
      return waiting.keySet().stream().limit(max).toList();
    } finally {
      lock.unlock();
    }
  }

  private void write(String key) {
    writing.writeLock().lock();
    try {
      long clicks = waiting(key);
      if (clicks > 0) {
        store(key, clicks);
        written(key, clicks);
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

  private void written(String key, long clicks) {
    lock.lock();
    try {
      waiting.computeIfPresent(
          key, (same, all) -> all <= clicks ? null : Long.valueOf(all - clicks));
    } finally {
      lock.unlock();
    }
  }
}
