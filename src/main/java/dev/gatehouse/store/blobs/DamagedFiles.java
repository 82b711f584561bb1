package dev.gatehouse.store.blobs;

import dev.gatehouse.formats.CommandName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stored files that this node found to be damaged, until they are deleted or found intact again.
 * Each file is logged once.
 */
public final class DamagedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(DamagedFiles.class);

  /** An enemy cannot damage files, so a larger number means a failing disk. */
  private static final int MAX_FILES = 1_000;

  private final Map<String, String> known = new LinkedHashMap<>();
  private final LongAdder blocks = new LongAdder();

  public void add(String file, String fault) {
    blocks.increment();
    boolean first;
    synchronized (this) {
      first = known.size() < MAX_FILES && known.put(file, fault) == null;
    }
    if (first) {
      LOG.error("stored file is damaged: file={} fault={}", file, fault);
    }
  }

  /** Removes a file that was deleted, or is intact. */
  public synchronized void remove(String file) {
    known.remove(file);
  }

  public synchronized boolean contains(String file) {
    return known.containsKey(file);
  }

  /** Returns the number of files that are known to be damaged. */
  public synchronized int count() {
    return known.size();
  }

  /** Returns the number of reads that found damage since the start. */
  public long reads() {
    return blocks.sum();
  }

  /** Returns the known damaged files with their faults. */
  public synchronized Map<String, String> all() {
    return new LinkedHashMap<>(known);
  }

  /** Returns empty if no file is known to be damaged, else a sentence for the owner. */
  public synchronized Optional<String> problem() {
    if (known.isEmpty()) {
      return Optional.empty();
    }
    String first = known.keySet().iterator().next();
    return Optional.of(
        ("%s stored files are damaged, such as %s: run %s store verify, and restore them from"
                + " a backup")
            .formatted(known.size(), first, CommandName.get()));
  }
}
