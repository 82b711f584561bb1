package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.blobs.DamagedFiles;
import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.s3.S3Objects.Facts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Downloads of blobs into the cache of this machine. */
final class S3Copies implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(S3Copies.class);
  private static final int CHUNK = 1 << 16;
  private static final int MAX_FILLS = 2;

  /**
   * Divisor of the cache size. A blob larger than this part of the cache is not copied for reading.
   */
  private static final int LARGE = 2;

  private final S3Objects objects;
  private final BlobCache cache;
  private final DamagedFiles damaged;
  private final DiskSpaceGuard diskSpace;
  private final Function<String, Path> fresh;
  private final Semaphore fills = new Semaphore(MAX_FILLS);
  private final Set<String> filling = ConcurrentHashMap.newKeySet();
  private final Map<String, ReentrantLock> fetching = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param fresh names a new file for an unfinished copy of a blob
   */
  S3Copies(
      S3Objects objects,
      BlobCache cache,
      DamagedFiles damaged,
      DiskSpaceGuard diskSpace,
      Function<String, Path> fresh) {
    this.objects = objects;
    this.cache = cache;
    this.damaged = damaged;
    this.diskSpace = diskSpace;
    this.fresh = fresh;
  }

  /** Ensures that this machine has space for more bytes. Cached copies give way to other uses. */
  void require(long bytes) throws IOException {
    while (!diskSpace.allows(bytes) && cache.dropOldest()) {}
    diskSpace.require(bytes);
  }

  /** Copies a blob to this machine while its first reader is served from ranges. */
  void fetchSoon(String id, Facts facts) {
    boolean worthIt =
        facts.size() <= cache.maxBytes() / LARGE && diskSpace.allows(facts.size()) && !closed;
    if (!worthIt || !filling.add(id)) {
      return;
    }
    if (!fills.tryAcquire()) {
      filling.remove(id);
      return;
    }
    Thread.ofVirtual()
        .name("blob-fill")
        .start(() -> {
          try {
            fetch(id, facts).close();
          } catch (IOException | RuntimeException e) {
            LOG.debug("blob {} could not be cached", id, e);
          } finally {
            fills.release();
            filling.remove(id);
          }
        });
  }

  /** Returns a complete copy. Concurrent callers for one blob wait for a single download. */
  LocalBlob fetch(String id, Facts facts) throws IOException {
    ReentrantLock turn = fetching.computeIfAbsent(id, first -> new ReentrantLock());
    turn.lock();
    try {
      Optional<LocalBlob> here = cache.pin(id);
      return here.isPresent() ? here.get() : download(id, facts);
    } finally {
      turn.unlock();
      fetching.remove(id, turn);
    }
  }

  private LocalBlob download(String id, Facts facts) throws IOException {
    require(facts.size());
    Path file = fresh.apply(id);
    try {
      String sha256 = copy(id, facts.size(), file);
      if (!facts.sha256().isEmpty() && !facts.sha256().equals(sha256)) {
        damaged.add(new NamedBlob(id, "a file", 0, ""), "is damaged: its SHA-256 differs");
        throw new IOException("the object " + id + " is damaged: its SHA-256 differs");
      }
      return cache.add(id, file);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw diskSpace.typed(e);
    }
  }

  private String copy(String id, long size, Path file) throws IOException {
    MessageDigest digest = Sha256.digest();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    try (var in = new S3Channel(objects, S3Objects.blob(id), size);
        FileChannel out =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      while (in.read(chunk.clear()) >= 0) {
        chunk.flip();
        digest.update(chunk.duplicate());
        while (chunk.hasRemaining()) {
          out.write(chunk);
        }
        if (closed) {
          throw new IOException("the node is shutting down");
        }
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Ends running downloads with an error. */
  @Override
  public void close() {
    closed = true;
  }
}
