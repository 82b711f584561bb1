package dev.gatehouse.store.sqlite;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Health of a file that is written: failed from a failure until the next success. */
final class WriterHealth {
  /** Interval in nanoseconds between two probe writes to a failed file. */
  static final long BETWEEN_PROBES = TimeUnit.SECONDS.toNanos(1);

  private static final Logger log = LoggerFactory.getLogger(WriterHealth.class);

  private final StoreFile file;
  private volatile String trouble;
  private long lastProbe;

  WriterHealth(StoreFile file) {
    this.file = file;
  }

  /** Returns the current problem; empty if healthy. */
  Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  boolean good() {
    return trouble == null;
  }

  /**
   * @param now current time of {@link System#nanoTime}
   */
  boolean probeIsDue(long now) {
    return now - lastProbe >= BETWEEN_PROBES;
  }

  /** Records a failure; only the first one is logged. */
  void failed(StoreFailure failure) {
    if (trouble == null) {
      log.error("write to the document store {} failed, keeping its last commit", file, failure);
    }
    trouble = "the document store can't write its file: " + failure.getMessage();
    lastProbe = System.nanoTime();
  }

  void recovered() {
    if (trouble != null) {
      log.warn("the document store {} can write again", file);
      trouble = null;
    }
  }
}
