package dev.gatehouse.store.blobs;

import module java.base;

import dev.gatehouse.formats.CommandName;
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

  /** Documents of the files, by the ID of the file. */
  private final Map<String, String> known = new LinkedHashMap<>();

  /**
   * Adds a file.
   *
   * @param file as a document names it
   */
  public void add(NamedBlob file, String fault) {
    boolean first;
    synchronized (this) {
      first = known.size() < MAX_FILES && known.put(file.id(), file.document()) == null;
    }
    if (first) {
      LOG.error(
          "stored file is damaged: document=\"{}\" file={} fault=\"{}\"",
          file.document(),
          file.id(),
          fault);
    }
  }

  /** Removes a file that was deleted, or is intact. */
  public synchronized void remove(String file) {
    known.remove(file);
  }

  /** Returns the number of files that are known to be damaged. */
  public synchronized int count() {
    return known.size();
  }

  /** Returns the IDs of the files that are known to be damaged. */
  public synchronized List<String> ids() {
    return List.copyOf(known.keySet());
  }

  /** Returns empty if no file is known to be damaged, else a sentence for the owner. */
  public synchronized Optional<String> problem() {
    return known.entrySet().stream()
        .findFirst()
        .map(first ->
            ("%s stored files are damaged, such as %s (%s): run %s store verify, and restore them"
                    + " from a backup")
                .formatted(known.size(), first.getValue(), first.getKey(), CommandName.get()));
  }
}
