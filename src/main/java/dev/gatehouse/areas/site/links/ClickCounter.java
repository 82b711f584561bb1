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
 * Counts clicks in memory and writes them down every second: each short URL's all together, so that
 * who follows one waits for no write. Nodes add to the same documents. What waits is bounded; a
 * click for which there is no room is written at once. A node that ends writes what waits; one that
 * is killed loses what has not been written.
 */
public final class ClickCounter {
  private static final Logger LOG = LoggerFactory.getLogger(ClickCounter.class);

  /** Short URLs whose clicks wait. */
  private static final int MAX_WAITING = 20_000;

  /** Documents that are written in one go. */
  private static final int MAX_WRITES = 2_000;

  private final ShortUrls urls;
  private final String node;
  private final int maxWaiting;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Long> waiting = new LinkedHashMap<>();

  /** Held for one document's writing, during which its clicks would be seen twice or not at all. */
  private final ReentrantReadWriteLock writing = new ReentrantReadWriteLock();

  private long flushes;

  /**
   * @param node names this node among others
   */
  public ClickCounter(ShortUrls urls, String node) {
    this(urls, node, MAX_WAITING);
  }

  ClickCounter(ShortUrls urls, String node, int maxWaiting) {
    this.urls = urls;
    this.node = node;
    this.maxWaiting = maxWaiting;
  }

  /** Counts a click on a short URL that there is; blocks only where too many others wait. */
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

  /** The clicks on a short URL that are not in its document yet. */
  long waiting(String key) {
    lock.lock();
    try {
      return waiting.getOrDefault(key, 0L);
    } finally {
      lock.unlock();
    }
  }

  /** Forgets the clicks on what is deleted: its key may be given to another. */
  void forget(String key) {
    lock.lock();
    try {
      waiting.remove(key);
    } finally {
      lock.unlock();
    }
  }

  /** Reads documents while none is being written, so that {@link #waiting} is what they lack. */
  <T> T reading(Supplier<T> read) {
    writing.readLock().lock();
    try {
      return read.get();
    } finally {
      writing.readLock().unlock();
    }
  }

  /**
   * Writes what waits down; blocks.
   *
   * @throws RuntimeException of the store, when it does not take them: they wait on
   */
  public void flush() {
    for (String key : keys(MAX_WRITES)) {
      write(key);
    }
  }

  /** Writes everything down; blocks. */
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
      // Written a second time they might be counted twice.
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
