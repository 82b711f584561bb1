package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.PrivateFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cache of decoded content as plain files, so that frequently requested audio is sent with {@code
 * sendFile}. The cache is bounded, fills each file once in the background, and evicts the least
 * recently used. Eviction unlinks the file, so active readers can finish.
 *
 * <p>A folder belongs to one process and is emptied at start. After a power failure, the size of a
 * file would not prove that it is complete.
 */
public final class DecodedFiles {
  private static final Logger log = LoggerFactory.getLogger(DecodedFiles.class);

  private static final int BUFFER = 256 << 10;

  private final Path folder;
  private final long maxBytes;
  private final DiskSpaceGuard diskSpace;
  private final Executor executor;

  private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;
  private long fills;
  private boolean skipping;

  /** A file, or its fill in progress. Guarded by the cache. */
  private static final class Entry {
    final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** Null until space is reserved. */
    Path file;

    long size;
    boolean complete;
  }

  public interface Source {
    /** Returns the size of the whole file in bytes. */
    long size() throws IOException;

    /** Opens the whole file from its start. */
    InputStream open() throws IOException;
  }

  private DecodedFiles(Path folder, long maxBytes, DiskSpaceGuard diskSpace, Executor executor) {
    this.folder = folder;
    this.maxBytes = maxBytes;
    this.diskSpace = diskSpace;
    this.executor = executor;
  }

  /**
   * Opens an empty cache.
   *
   * @param folder owned by this process; all its contents are deleted
   * @param maxBytes maximum size of all files together; 0 disables the cache
   * @param reserveBytes space that must stay free on the disk
   * @param executor runs the fills, which block
   */
  public static DecodedFiles open(Path folder, long maxBytes, long reserveBytes, Executor executor)
      throws IOException {
    PrivateFiles.folder(folder);
    return open(folder, maxBytes, DiskSpaceGuard.on(folder, reserveBytes), executor);
  }

  static DecodedFiles open(Path folder, long maxBytes, DiskSpaceGuard diskSpace, Executor executor)
      throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.decoded")) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    return new DecodedFiles(folder, maxBytes, diskSpace, executor);
  }

  /** Returns the cached file of a blob and marks it as used. Never blocks on the disk. */
  public synchronized Optional<Path> get(String blob) {
    return Optional.ofNullable(entries.get(blob))
        .filter(entry -> entry.complete)
        .map(entry -> entry.file);
  }

  /**
   * Returns the end of the fill of a blob that is in progress, or of a maximum time, because a disk
   * or an object store may never reply. Never blocks.
   */
  synchronized Optional<CompletionStage<Void>> fillOf(String blob, Duration max) {
    return Optional.ofNullable(entries.get(blob))
        .filter(entry -> !entry.complete)
        .map(entry ->
            entry.ended.copy().completeOnTimeout(null, max.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** Starts a fill in the background, unless the file exists or is being filled. Never blocks. */
  public void fill(String blob, Source source) {
    var entry = new Entry();
    synchronized (this) {
      if (maxBytes == 0 || entries.putIfAbsent(blob, entry) != null) {
        return;
      }
    }
    try {
      executor.execute(() -> fillNow(blob, entry, source));
    } catch (RejectedExecutionException e) {
      end(blob, entry, false);
    }
  }

  /** Removes a deleted blob's file, even while it is being filled. */
  public void drop(String blob) {
    Entry dropped;
    boolean complete;
    synchronized (this) {
      dropped = entries.remove(blob);
      complete = dropped != null && dropped.complete;
    }
    if (complete) {
      release(dropped);
    } else if (dropped != null) {
      // The fill deletes its file itself.
      dropped.ended.complete(null);
    }
  }

  private void fillNow(String blob, Entry entry, Source source) {
    boolean written = false;
    try {
      if (isBooked(entry, source.size())) {
        write(entry, source);
        written = true;
      }
    } catch (IOException | RuntimeException e) {
      log.warn("could not cache the decoded blob {}: {}", blob, e.toString());
    } finally {
      end(blob, entry, written);
    }
  }

  private void write(Entry entry, Source source) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long written = 0;
    try (InputStream in = source.open();
        OutputStream out = Files.newOutputStream(PrivateFiles.made(entry.file))) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        written += n;
        // Other writers may fill the disk meanwhile, and the cache must not use the reserve.
        if (!diskSpace.allows(0)) {
          throw new IOException("the disk is too full");
        }
      }
    }
    if (written != entry.size) {
      throw new IOException(written + " bytes were decoded instead of " + entry.size);
    }
  }

  /** Reserves space for a file, evicting others if necessary. Returns whether it fits. */
  private boolean isBooked(Entry entry, long size) {
    boolean room = diskSpace.allows(size);
    List<Entry> evicted = new ArrayList<>();
    synchronized (this) {
      logSkipping(!room);
      List<Entry> oldest = entries.values().stream().filter(each -> each.complete).toList();
      long evictable = oldest.stream().mapToLong(each -> each.size).sum();
      if (!room || bytes - evictable + size > maxBytes) {
        return false;
      }
      for (int i = 0; bytes + size > maxBytes; i++) {
        evicted.add(oldest.get(i));
        bytes -= oldest.get(i).size;
      }
      entries.values().removeAll(evicted);
      bytes += size;
      entry.size = size;
      entry.file = folder.resolve(++fills + ".decoded");
    }
    evicted.forEach(DecodedFiles::unlink);
    return true;
  }

  /**
   * Logs one line when the cache stops growing because the disk is full, and one when it resumes.
   */
  private void logSkipping(boolean now) {
    if (now != skipping) {
      skipping = now;
      log.warn("the disk is {} to cache decoded audio", now ? "too full" : "free enough again");
    }
  }

  /** Ends a fill. The file becomes available unless its blob was dropped meanwhile. */
  private void end(String blob, Entry entry, boolean written) {
    boolean wanted;
    synchronized (this) {
      wanted = written && entries.get(blob) == entry;
      entry.complete = wanted;
      if (!wanted) {
        entries.remove(blob, entry);
      }
    }
    entry.ended.complete(null);
    if (!wanted) {
      release(entry);
    }
  }

  private void release(Entry entry) {
    if (entry.file != null) {
      synchronized (this) {
        bytes -= entry.size;
      }
      unlink(entry);
    }
  }

  private static void unlink(Entry entry) {
    try {
      Files.deleteIfExists(entry.file);
    } catch (IOException e) {
      log.warn("could not delete {}; the next start will", entry.file, e);
    }
  }
}
