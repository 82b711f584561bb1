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

  /** Fills in progress, by blob. Each future completes when its fill has ended. */
  private final Map<String, CompletableFuture<Void>> filling = new HashMap<>();

  private long bytes;
  private long fills;
  private boolean skipping;

  private record Entry(Path file, long size) {}

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
    return Optional.ofNullable(entries.get(blob)).map(Entry::file);
  }

  /**
   * Returns the end of the fill of a blob that is in progress, or of a maximum time, because a disk
   * or an object store may never reply. Never blocks.
   */
  synchronized Optional<CompletionStage<Void>> fillOf(String blob, Duration max) {
    return Optional.ofNullable(filling.get(blob))
        .map(fill -> fill.copy().completeOnTimeout(null, max.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** Starts a fill in the background, unless the file exists or is being filled. Never blocks. */
  public void fill(String blob, Source source) {
    synchronized (this) {
      if (maxBytes == 0 || entries.containsKey(blob) || filling.containsKey(blob)) {
        return;
      }
      filling.put(blob, new CompletableFuture<>());
    }
    try {
      executor.execute(() -> fillNow(blob, source));
    } catch (RejectedExecutionException e) {
      end(blob, null);
    }
  }

  /** Removes a deleted blob's file, even while it is being filled. */
  public void drop(String blob) {
    Entry filled;
    CompletableFuture<Void> ended;
    synchronized (this) {
      ended = filling.remove(blob);
      filled = entries.remove(blob);
      if (filled != null) {
        bytes -= filled.size();
      }
    }
    complete(ended);
    if (filled != null) {
      unlink(filled);
    }
  }

  private void fillNow(String blob, Source source) {
    Entry entry = null;
    Entry filled = null;
    try {
      entry = book(source.size());
      if (entry != null) {
        write(entry, source);
        filled = entry;
      }
    } catch (IOException | RuntimeException e) {
      log.warn("could not cache the decoded blob {}: {}", blob, e.toString());
    } finally {
      if (!end(blob, filled)) {
        release(entry);
      }
    }
  }

  private void write(Entry entry, Source source) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long written = 0;
    try (InputStream in = source.open();
        OutputStream out = Files.newOutputStream(PrivateFiles.made(entry.file()))) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        written += n;
        // Other writers may fill the disk meanwhile, and the cache must not use the reserve.
        if (!diskSpace.allows(0)) {
          throw new IOException("the disk is too full");
        }
      }
    }
    if (written != entry.size()) {
      throw new IOException(written + " bytes were decoded instead of " + entry.size());
    }
  }

  /**
   * Reserves space for a file, evicting others if necessary. Returns null if the file does not fit.
   */
  private Entry book(long size) {
    boolean room = diskSpace.allows(size);
    List<Entry> evicted = new ArrayList<>();
    Entry booked = null;
    synchronized (this) {
      logSkipping(!room);
      long evictable = entries.values().stream().mapToLong(Entry::size).sum();
      if (room && bytes - evictable + size <= maxBytes) {
        Iterator<Entry> oldest = entries.values().iterator();
        while (bytes + size > maxBytes) {
          Entry entry = oldest.next();
          oldest.remove();
          bytes -= entry.size();
          evicted.add(entry);
        }
        bytes += size;
        booked = new Entry(folder.resolve(++fills + ".decoded"), size);
      }
    }
    evicted.forEach(DecodedFiles::unlink);
    return booked;
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

  /** Completes a fill. The file becomes available unless its blob was dropped meanwhile. */
  private boolean end(String blob, Entry filled) {
    CompletableFuture<Void> ended;
    boolean wanted;
    synchronized (this) {
      ended = filling.remove(blob);
      wanted = ended != null && filled != null;
      if (wanted) {
        entries.put(blob, filled);
      }
    }
    complete(ended);
    return wanted;
  }

  private static void complete(CompletableFuture<Void> ended) {
    if (ended != null) {
      ended.complete(null);
    }
  }

  private void release(Entry entry) {
    if (entry == null) {
      return;
    }
    synchronized (this) {
      bytes -= entry.size();
    }
    unlink(entry);
  }

  private static void unlink(Entry entry) {
    try {
      Files.deleteIfExists(entry.file());
    } catch (IOException e) {
      log.warn("could not delete {}; the next start will", entry.file(), e);
    }
  }
}
