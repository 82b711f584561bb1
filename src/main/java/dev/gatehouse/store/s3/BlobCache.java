package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.store.files.PrivateFiles;

/**
 * Complete, verified copies of blobs on this machine. Bounded in bytes; the least recently used
 * copy is evicted first. A pinned copy is kept and may exceed the bound meanwhile.
 */
final class BlobCache {
  private final Path folder;
  private final long maxBytes;
  private final AtomicLong names = new AtomicLong();
  private final Map<String, Entry> entries = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  private static final class Entry {
    final Path file;
    final long size;
    int pins;

    Entry(Path file, long size) {
      this.file = file;
      this.size = size;
    }
  }

  BlobCache(Path folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  /** Returns an empty private folder. Files of an earlier process are deleted. */
  static Path emptied(Path folder) throws IOException {
    PrivateFiles.folder(folder);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    return folder;
  }

  long maxBytes() {
    return maxBytes;
  }

  synchronized long bytes() {
    return bytes;
  }

  /** Returns a copy, which may be deleted at any time. Never blocks for long. */
  synchronized Optional<Path> find(String id) {
    return Optional.ofNullable(entries.get(id)).map(entry -> entry.file);
  }

  /** Opens a copy for reading. */
  synchronized Optional<SeekableByteChannel> open(String id) throws IOException {
    Entry entry = entries.get(id);
    return entry == null ? Optional.empty() : Optional.of(FileChannel.open(entry.file));
  }

  /** Returns a copy that is kept until it is closed. */
  synchronized Optional<LocalBlob> pin(String id) {
    return Optional.ofNullable(entries.get(id)).map(entry -> new Pin(entry));
  }

  /** Moves a file into the cache and pins it for the caller. */
  LocalBlob add(String id, Path file) throws IOException {
    long size = Files.size(file);
    // Each copy has a unique name, because an evicted copy's name may be deleted a moment later.
    Path place = folder.resolve(id + '.' + names.incrementAndGet());
    Files.move(file, place, StandardCopyOption.ATOMIC_MOVE);
    Pin pin;
    List<Path> evicted;
    synchronized (this) {
      Entry known = entries.get(id);
      if (known == null) {
        known = new Entry(place, size);
        entries.put(id, known);
        bytes += size;
      }
      pin = new Pin(known);
      evicted = evict();
      if (!known.file.equals(place)) {
        evicted.add(place);
      }
    }
    delete(evicted);
    return pin;
  }

  void drop(String id) {
    List<Path> dropped = List.of();
    synchronized (this) {
      Entry entry = entries.get(id);
      if (entry != null && entry.pins == 0) {
        entries.remove(id);
        bytes -= entry.size;
        dropped = List.of(entry.file);
      }
    }
    delete(dropped);
  }

  /** Deletes the least recently used copy that is not pinned; returns whether there was one. */
  boolean dropOldest() {
    Optional<String> oldest;
    synchronized (this) {
      oldest =
          entries.entrySet().stream()
              .filter(entry -> entry.getValue().pins == 0)
              .map(Map.Entry::getKey)
              .findFirst();
    }
    oldest.ifPresent(this::drop);
    return oldest.isPresent();
  }

  private List<Path> evict() {
    List<Path> evicted = new ArrayList<>();
    Iterator<Entry> longestUnused = entries.values().iterator();
    while (bytes > maxBytes && longestUnused.hasNext()) {
      Entry entry = longestUnused.next();
      if (entry.pins == 0) {
        longestUnused.remove();
        bytes -= entry.size;
        evicted.add(entry.file);
      }
    }
    return evicted;
  }

  private static void delete(List<Path> files) {
    try {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Pinned copy. Must be created under the lock. */
  private final class Pin implements LocalBlob {
    private final Entry entry;
    private boolean given;

    Pin(Entry entry) {
      this.entry = entry;
      entry.pins++;
    }

    @Override
    public Path path() {
      return entry.file;
    }

    @Override
    public void close() {
      List<Path> evicted;
      synchronized (BlobCache.this) {
        if (given) {
          return;
        }
        given = true;
        entry.pins--;
        evicted = evict();
      }
      delete(evicted);
    }
  }
}
