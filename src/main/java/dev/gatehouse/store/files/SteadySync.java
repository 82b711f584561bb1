package dev.gatehouse.store.files;

import java.io.IOException;

/**
 * Makes a growing file durable every few megabytes. Commits of documents and reads of files wait
 * for all bytes that the disk has to write first, so these must remain few.
 */
public final class SteadySync {
  static final long STEP = 2 << 20;

  private final Sync sync;
  private long next = STEP;

  /** Makes the bytes of a file durable. */
  @FunctionalInterface
  public interface Sync {
    /**
     * @param metadata whether the times of the file must be durable, too
     */
    void force(boolean metadata) throws IOException;
  }

  public SteadySync(Sync sync) {
    this.sync = sync;
  }

  /** Must be called with the size of the file while it grows. */
  public void grown(long size) throws IOException {
    if (size >= next) {
      sync.force(false);
      next = size + STEP;
    }
  }
}
