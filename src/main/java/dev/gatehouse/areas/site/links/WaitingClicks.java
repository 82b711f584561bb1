package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sums of clicks that are written every second, one write for each of them. A redirect therefore
 * does not wait for a write. All nodes add to the same documents.
 *
 * <p>The memory is limited. If it is full, a click on another short URL is written immediately. A
 * node writes all waiting clicks at shutdown, and a killed node loses them.
 */
abstract class WaitingClicks<K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(WaitingClicks.class);

  /** Maximum number of documents that one flush writes. */
  private static final int MAX_WRITES = 2_000;

  /** Maximum number of flushes at shutdown. Each writes all that no other node writes then. */
  private static final int MAX_FLUSHES = 20;

  private final int max;
  private final BinaryOperator<V> plus;

  /** Oldest first. Guarded by itself, and never while the store is called. */
  private final Map<K, V> sums = new LinkedHashMap<>();

  /** Held during the write of a document, whose clicks are then neither waiting nor stored. */
  private final ReentrantReadWriteLock writing = new ReentrantReadWriteLock();

  /**
   * @param max number of sums
   */
  WaitingClicks(int max, BinaryOperator<V> plus) {
    this.max = max;
    this.plus = plus;
  }

  /**
   * Adds clicks to a document.
   *
   * @return false if they must be written again
   */
  abstract boolean store(K key, V clicks);

  /** Ends the write of some clicks, which are stored or will be written again. */
  void written(K key) {}

  /** Adds clicks. Blocks only if the memory is full. */
  final void add(K key, V clicks) {
    if (!isKept(key, clicks)) {
      try {
        write(key, clicks);
      } catch (DocumentStoreException e) {
        // A redirect does not fail because of its statistics.
        LOG.debug("a click was not recorded: {}", e.getMessage());
      }
    }
  }

  private boolean isKept(K key, V clicks) {
    synchronized (sums) {
      boolean room = sums.size() < max || sums.containsKey(key);
      if (room) {
        sums.merge(key, clicks, plus);
      }
      return room;
    }
  }

  /** Returns clicks that are not written yet, or null. */
  final V find(K key) {
    synchronized (sums) {
      return sums.get(key);
    }
  }

  final void change(Consumer<Map<K, V>> change) {
    synchronized (sums) {
      change.accept(sums);
    }
  }

  private List<K> keys() {
    synchronized (sums) {
      return List.copyOf(sums.keySet());
    }
  }

  /** Reads documents while none is being written, so that they lack exactly the waiting clicks. */
  final <T> T reading(Supplier<T> read) {
    writing.readLock().lock();
    try {
      return read.get();
    } finally {
      writing.readLock().unlock();
    }
  }

  /** Runs an action while no document is being written. */
  final void alone(Runnable action) {
    writing.writeLock().lock();
    try {
      action.run();
    } finally {
      writing.writeLock().unlock();
    }
  }

  /**
   * Writes waiting clicks, at most 2,000 documents. Blocks.
   *
   * @throws RuntimeException if the store fails; the clicks remain waiting
   */
  public final void flush() {
    keys().stream().limit(MAX_WRITES).forEach(this::write);
  }

  /** Writes some waiting clicks, and waits for those that are being written. Blocks. */
  final void flush(Predicate<K> which) {
    alone(() -> keys().stream().filter(which).forEach(this::write));
  }

  /** Writes all waiting clicks. Blocks. */
  public final void close() {
    for (int flushes = 0; flushes < MAX_FLUSHES && !keys().isEmpty(); flushes++) {
      flush();
    }
  }

  private void write(K key) {
    alone(() -> {
      V clicks;
      synchronized (sums) {
        clicks = sums.remove(key);
      }
      if (clicks != null) {
        write(key, clicks);
      }
    });
  }

  private void write(K key, V clicks) {
    alone(() -> {
      boolean stored = false;
      try {
        stored = store(key, clicks);
        written(key);
      } catch (UnknownOutcomeException e) {
        // The clicks are not written again, because they might be counted twice.
        stored = true;
        LOG.warn("clicks on {} may not have been counted: {}", key, e.getMessage());
      } finally {
        if (!stored && !isKept(key, clicks)) {
          LOG.warn("clicks on {} were not recorded: too many are waiting", key);
        }
      }
    });
  }
}
