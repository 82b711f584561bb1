package dev.gatehouse.store.sqlite;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of a file that is written: good, or in trouble from a failure until a success. */
final class WriterHealth {
  /** Nanoseconds between two small writes that try a file in trouble. */
  static final long BETWEEN_PROBES = TimeUnit.SECONDS.toNanos(1);

  private static final Logger log = LoggerFactory.getLogger(WriterHealth.class);

  private final StoreFile file;
  private volatile String trouble;
  private long lastProbe;

  WriterHealth(StoreFile file) {
    this.file = file;
  }

  /** Empty when good, else what is wrong. */
  Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  boolean good() {
    return trouble == null;
  }

  /**
   * @param now as {@link System#nanoTime} says
   */
  boolean probeIsDue(long now) {
    return now - lastProbe >= BETWEEN_PROBES;
  }

  /** Takes note of a failure; the log is told of the first. */
  void failed(StoreFailure failure) {
    if (trouble == null) {
      log.error("the document store {} failed and keeps its last commit", file, failure);
    }
    trouble = "the document store can't write its file: " + failure.getMessage();
    lastProbe = System.nanoTime();
  }

  /** Takes note of a success. */
  void recovered() {
    if (trouble != null) {
      log.warn("the document store {} can write again", file);
      trouble = null;
    }
  }
}
