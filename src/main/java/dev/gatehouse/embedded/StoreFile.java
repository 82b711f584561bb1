package dev.gatehouse.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file under the store. Nothing is written but by {@link #commit()}, and what a commit has
 * returned from survives a crash; with fsync, a loss of power too. When a write fails the file is
 * closed and opened again, which leaves the last commit.
 */
final class StoreFile implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StoreFile.class);
  private static final int MEGABYTE = 1024 * 1024;
  private static final int COMMITS_BETWEEN_COMPACTIONS = 256;
  private static final int WANTED_FILL_PERCENT = 60;
  private static final int COMPACTION_BYTES = 4 * MEGABYTE;
  private static final int PAGE_BYTES = 8 * 1024;
  private static final int LARGE_CHANGE_BYTES = 4 * MEGABYTE;
  private static final long BETWEEN_PROBES_NANOS = 1_000_000_000L;

  private final String name;
  private final boolean fsync;
  private MVStore store;
  private int commits;
  private long lastFailure;
  private volatile String trouble;

  /**
   * Opens the file, making it if it is not there.
   *
   * @param name a path, or a name of one of H2's file systems
   * @throws IllegalStateException if another process, or another store here, has it open
   */
  StoreFile(String name, boolean fsync) {
    this.name = name;
    this.fsync = fsync;
    try {
      open();
    } catch (MVStoreException e) {
      if (e.getErrorCode() == DataUtils.ERROR_FILE_LOCKED) {
        throw new IllegalStateException(
            "the document store " + name + " is in use by another process", e);
      }
      throw new IllegalStateException(
          "the document store " + name + " can't be opened: " + e.getMessage(), e);
    }
  }

  /**
   * The path of the store in a folder; both are made where missing, the file for its owner only.
   */
  static String in(Path directory) {
    try {
      Files.createDirectories(directory);
      Path file = directory.resolve("documents.mv").toAbsolutePath();
      if (Files.notExists(file)) {
        Files.createFile(file);
      }
      if (Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class)) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
      return file.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void open() {
    int heapMegabytes = (int) Math.min(Runtime.getRuntime().maxMemory() / MEGABYTE, 1 << 20);
    store =
        new MVStore.Builder()
            .fileName(name)
            .autoCommitDisabled()
            .autoCommitBufferSize(0)
            .pageSplitSize(PAGE_BYTES)
            .cacheSize(Math.clamp(heapMegabytes / 8, 2, 64))
            .open();
    // Old versions are of no use here, and keeping them makes the file forty times as large.
    store.setVersionsToKeep(0);
    store.setRetentionTime(0);
  }

  MVStore store() {
    return store;
  }

  /** Empty when healthy, else what is wrong. */
  Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  long size() {
    return store.getFileStore().size();
  }

  /** Opens the file again if a failure has closed it and that has not succeeded yet. */
  void ensureOpen() {
    if (store.isClosed()) {
      open();
    }
  }

  /** Whether there is anything that was not committed. */
  boolean isChanged() {
    return !store.isClosed() && store.hasUnsavedChanges();
  }

  /** Makes every change up to now last. */
  void commit() {
    if (store.hasUnsavedChanges()) {
      store.commit();
      if (fsync) {
        store.sync();
      }
      if (++commits % COMMITS_BETWEEN_COMPACTIONS == 0) {
        compact();
      }
      recovered();
    }
  }

  /**
   * Commits in the midst of a command that changes many documents, so that the changed pages don't
   * fill the heap; to be called between two documents only.
   */
  void commitIfLarge() {
    if (isLarge()) {
      commit();
    }
  }

  /** Whether what has changed since the last commit takes much memory. */
  boolean isLarge() {
    return store.getUnsavedMemory() > LARGE_CHANGE_BYTES;
  }

  private void compact() {
    store.compact(WANTED_FILL_PERCENT, COMPACTION_BYTES);
    if (fsync) {
      store.sync();
    }
  }

  private void recovered() {
    if (trouble != null) {
      log.warn("the document store {} can write again", name);
      trouble = null;
    }
  }

  /** Drops what was not committed, by opening the last commit again. */
  void revert(Throwable cause) {
    store.closeImmediately();
    try {
      open();
    } catch (RuntimeException e) {
      fail(e);
    }
    if (cause instanceof MVStoreException) {
      fail(cause);
    }
  }

  /** Notes that the file can't be used as it should, until a commit succeeds. */
  void fail(Throwable cause) {
    if (trouble == null) {
      log.error("the document store {} failed and keeps its last commit", name, cause);
    }
    trouble = "the document store can't write its file: " + cause.getMessage();
    lastFailure = System.nanoTime();
  }

  /** Whether it is time to try a small write, to see if the trouble is over. */
  boolean isProbeDue() {
    return trouble != null && System.nanoTime() - lastFailure > BETWEEN_PROBES_NANOS;
  }

  @Override
  public void close() {
    try {
      store.close();
    } catch (MVStoreException e) {
      // Every acknowledged write is in the file: what fails here is tidying up.
      log.warn("the document store {} was closed in trouble: {}", name, e.getMessage());
      store.closeImmediately();
    }
  }
}
