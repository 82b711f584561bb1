package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.store.files.PrivateFiles;

/**
 * Complete, verified copies of blobs on this machine. Bounded in bytes; the least recently used
 * copy is evicted first.
 */
final class BlobCache {
  private final Path folder;
  private final long maxBytes;
  private final AtomicLong names = new AtomicLong();
  private final LinkedHashMap<String, Copy> copies = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  private record Copy(Path file, long size) {}

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
    return Optional.ofNullable(copies.get(id)).map(Copy::file);
  }

  /** Opens a copy for reading. */
  synchronized Optional<SeekableByteChannel> open(String id) throws IOException {
    Copy copy = copies.get(id);
    return copy == null ? Optional.empty() : Optional.of(FileChannel.open(copy.file()));
  }

  /** Returns a copy that is kept until it is closed. */
  synchronized Optional<LocalBlob> pin(String id) throws IOException {
    Copy copy = copies.get(id);
    return copy == null ? Optional.empty() : Optional.of(pinned(id, copy));
  }

  /** Returns another name of a copy, which keeps its bytes if it is evicted meanwhile. */
  private LocalBlob pinned(String id, Copy copy) throws IOException {
    Path name = fresh(id);
    try {
      return new Pin(Files.createLink(name, copy.file()));
    } catch (FileSystemException | UnsupportedOperationException noLinks) {
      try {
        return new Pin(Files.copy(copy.file(), name));
      } catch (IOException e) {
        delete(List.of(name));
        throw e;
      }
    }
  }

  /** Names a new file, because an evicted copy's name may be deleted a moment later. */
  private Path fresh(String id) {
    return folder.resolve(id + '.' + names.incrementAndGet());
  }

  /** Moves a file into the cache and pins it for the caller. */
  LocalBlob add(String id, Path file) throws IOException {
    Path place = Files.move(file, fresh(id), StandardCopyOption.ATOMIC_MOVE);
    var copy = new Copy(place, Files.size(place));
    LocalBlob pin;
    try {
      pin = pinned(id, copy);
    } catch (IOException e) {
      // The cache does not know the file, so nothing else would delete it before the next start.
      delete(List.of(place));
      throw e;
    }
    List<Path> dropped = new ArrayList<>();
    synchronized (this) {
      dropped.addAll(removed(id));
      copies.put(id, copy);
      bytes += copy.size();
      while (bytes > maxBytes) {
        dropped.addAll(removed(copies.firstEntry().getKey()));
      }
    }
    delete(dropped);
    return pin;
  }

  void drop(String id) {
    delete(removed(id));
  }

  /** Deletes the least recently used copy; returns whether there was one. */
  boolean dropOldest() {
    List<Path> oldest;
    synchronized (this) {
      oldest = copies.isEmpty() ? List.of() : removed(copies.firstEntry().getKey());
    }
    delete(oldest);
    return !oldest.isEmpty();
  }

  /** Removes a copy and returns its file, to be deleted outside the lock. */
  private synchronized List<Path> removed(String id) {
    Copy copy = copies.remove(id);
    if (copy == null) {
      return List.of();
    }
    bytes -= copy.size();
    return List.of(copy.file());
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

  private record Pin(Path path) implements LocalBlob {
    @Override
    public void close() {
      delete(List.of(path));
    }
  }
}
