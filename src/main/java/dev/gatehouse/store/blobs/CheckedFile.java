package dev.gatehouse.store.blobs;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Local file whose bytes are compared with their checksums before they are served.
 *
 * <p>A channel compares each block that it reads. A file that the kernel sends itself is compared
 * before it is sent. That comparison is skipped while three conditions hold for every block of the
 * range: it succeeded within the last ten minutes, the file has not changed since (inode, size and
 * time of change), and all of the range was in the page cache within the last second. A bit that
 * flips on the disk cannot change a cached page, and a page that was read again from the disk is
 * compared again after ten minutes at the latest.
 */
public final class CheckedFile {
  private static final long TRUSTED = Duration.ofMinutes(10).toNanos();

  /** A look at the page cache opens and maps the file, so frequent requests share one. */
  private static final long SEEN = Duration.ofSeconds(1).toNanos();

  /** A longer range is compared while it is streamed, so that its first byte is not delayed. */
  private static final long MAX_AT_ONCE = 64 << 20;

  private static final String ATTRIBUTES = "unix:ino,size,ctime";
  private static final long NEVER = Long.MIN_VALUE;

  private final Path file;
  private final String name;
  private final BlockSums sums;
  private final DamagedFiles damaged;
  private final LongSupplier nanoTime;
  private final long[] comparedAt;
  private final long[] seenAt;
  private final Set<Integer> badBlocks = ConcurrentHashMap.newKeySet();
  private Map<String, Object> identity = Map.of();

  /**
   * @param name name of the file for the owner
   * @param damaged receives the file if it is damaged
   */
  public CheckedFile(
      Path file, String name, BlockSums sums, DamagedFiles damaged, LongSupplier nanoTime) {
    this.file = file;
    this.name = name;
    this.sums = sums;
    this.damaged = damaged;
    this.nanoTime = nanoTime;
    this.comparedAt = new long[sums.blocks()];
    Arrays.fill(comparedAt, NEVER);
    this.seenAt = comparedAt.clone();
  }

  /** Returns a number that is proportional to the memory of this object. */
  int blocks() {
    return sums.blocks();
  }

  public Path path() {
    return file;
  }

  /**
   * Returns whether the bytes of a range are intact and may be sent from the file. False if the
   * range is too long to be compared now; then the caller reads it through {@link #open}.
   *
   * @throws DamagedFileException if they are damaged
   * @throws java.nio.file.NoSuchFileException if the file does not exist
   */
  public boolean isReady(long offset, long length) throws IOException {
    Objects.checkFromIndexSize(offset, length, sums.size());
    if (length == 0) {
      return true;
    }
    int first = (int) (offset / BlockSums.BLOCK);
    int last = (int) ((offset + length - 1) / BlockSums.BLOCK);
    if (isWithin(seenAt, SEEN, first, last)
        && isWithin(comparedAt, TRUSTED, first, last)
        && isUnchanged()) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      noteIdentity(channel);
      long from = (long) first * BlockSums.BLOCK;
      long bytes = (long) last * BlockSums.BLOCK + sums.length(last) - from;
      if (isWithin(comparedAt, TRUSTED, first, last) && isCached(channel, from, bytes)) {
        Arrays.fill(seenAt, first, last + 1, nanoTime.getAsLong());
        return true;
      }
      if (bytes > MAX_AT_ONCE) {
        return false;
      }
      ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BlockSums.BLOCK, bytes));
      for (int block = first; block <= last; block++) {
        read(channel, block, buffer.clear().limit(sums.length(block)));
      }
      Arrays.fill(seenAt, first, last + 1, nanoTime.getAsLong());
      return true;
    }
  }

  /** Returns whether the times of all blocks from first to last are at most this long ago. */
  private boolean isWithin(long[] times, long nanos, int first, int last) {
    long now = nanoTime.getAsLong();
    for (int block = first; block <= last; block++) {
      if (times[block] == NEVER || now - times[block] > nanos) {
        return false;
      }
    }
    return true;
  }

  private synchronized boolean isUnchanged() throws IOException {
    return identity().equals(identity);
  }

  private static boolean isCached(FileChannel channel, long from, long bytes) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      return channel.map(FileChannel.MapMode.READ_ONLY, from, bytes, arena).isLoaded();
    }
  }

  /** Forgets all comparisons if the file has changed. */
  private synchronized void noteIdentity(FileChannel channel) throws IOException {
    if (channel.size() != sums.size()) {
      throw damaged("it has " + channel.size() + " bytes instead of " + sums.size());
    }
    Map<String, Object> now = identity();
    if (!now.equals(identity)) {
      Arrays.fill(comparedAt, NEVER);
      Arrays.fill(seenAt, NEVER);
      identity = now;
    }
  }

  private Map<String, Object> identity() throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? Files.readAttributes(file, ATTRIBUTES)
        : Files.readAttributes(file, "size,lastModifiedTime,fileKey");
  }

  /**
   * Opens the file at position 0. Every read compares its blocks, and throws {@link
   * DamagedFileException} before it returns a damaged byte. The caller closes the channel.
   */
  public SeekableByteChannel open() throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      noteIdentity(channel);
      return new CheckedChannel(this, channel, sums);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Fills the rest of a buffer, which must have a block's length, and compares it. */
  void read(FileChannel channel, int block, ByteBuffer into) throws IOException {
    long at = (long) block * BlockSums.BLOCK;
    int start = into.position();
    while (into.hasRemaining()) {
      int n = channel.read(into, at + into.position() - start);
      if (n < 0) {
        throw damaged("it ends in block " + block);
      }
    }
    ByteBuffer bytes = into.slice(start, into.position() - start);
    if (!sums.fits(block, bytes)) {
      badBlocks.add(block);
      throw damaged("the checksum of block " + block + " differs");
    }
    comparedAt[block] = nanoTime.getAsLong();
    if (!badBlocks.isEmpty() && badBlocks.remove(block) && badBlocks.isEmpty()) {
      damaged.remove(name);
    }
  }

  private DamagedFileException damaged(String fault) {
    damaged.add(name, fault);
    return new DamagedFileException("the stored file " + name + " is damaged: " + fault);
  }
}
