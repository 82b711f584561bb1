package dev.gatehouse.store.blobs;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Local file whose bytes are compared with their checksums before they are served.
 *
 * <p>A channel compares each block that it reads. A file that the kernel sends itself is compared
 * before it is sent. That comparison is skipped while three conditions hold for every block of the
 * range: it succeeded within the last ten minutes, the file has not changed since (device, inode,
 * size and time of modification; once a second also the time of any change), and all of the range
 * was in the page cache within the last second. A bit that flips on the disk cannot change a cached
 * page, and a page that was read again from the disk is compared again after ten minutes at the
 * latest.
 */
public final class CheckedFile {
  private static final long TRUSTED = Duration.ofMinutes(10).toNanos();

  /** A look at the page cache opens and maps the file, so frequent requests share one. */
  private static final long SEEN = Duration.ofSeconds(1).toNanos();

  /** A look covers the aligned 4 MB around a range, which other requests are likely to need. */
  private static final int BLOCKS_AT_ONCE = 64;

  /** A longer range is compared while it is streamed, so that its first byte is not delayed. */
  private static final long MAX_AT_ONCE = 64 << 20;

  private static final long NEVER = Long.MIN_VALUE;

  private final Path file;
  private final String name;
  private final BlockSums sums;
  private final DamagedFiles damaged;
  private final LongSupplier nanoTime;
  private final long[] comparedAt;
  private final long[] seenAt;
  private final Set<Integer> badBlocks = ConcurrentHashMap.newKeySet();
  private Identity identity = Identity.NONE;

  /**
   * Attributes that change with the bytes of a file.
   *
   * @param key device and inode, if the file system has them
   * @param changed the time of any change, which a program cannot set; null if it was not read
   */
  private record Identity(Object key, long size, FileTime modified, Object changed) {
    static final Identity NONE = new Identity(null, -1, FileTime.fromMillis(0), null);

    static Identity of(Path file) throws IOException {
      var basic = Files.readAttributes(file, BasicFileAttributes.class);
      boolean unix = file.getFileSystem().supportedFileAttributeViews().contains("unix");
      Object changed = unix ? Files.getAttribute(file, "unix:ctime") : null;
      return new Identity(basic.fileKey(), basic.size(), basic.lastModifiedTime(), changed);
    }

    /** Compares what one system call reads. */
    boolean isLike(BasicFileAttributes now) {
      return size == now.size()
          && modified.equals(now.lastModifiedTime())
          && Objects.equals(key, now.fileKey());
    }
  }

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
    if (length == 0 || wasJustReady(offset, length)) {
      return true;
    }
    int first = block(offset);
    int last = block(offset + length - 1);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      noteIdentity(channel);
      int lookedTo = Math.min(last | (BLOCKS_AT_ONCE - 1), sums.blocks() - 1);
      if (isCached(channel, first & -BLOCKS_AT_ONCE, lookedTo) || isCached(channel, first, last)) {
        return true;
      }
      if (bytes(first, last) > MAX_AT_ONCE) {
        return false;
      }
      ByteBuffer buffer = ByteBuffer.allocate(sums.length(first));
      for (int block = first; block <= last; block++) {
        read(channel, block, buffer.clear().limit(sums.length(block)));
      }
      Arrays.fill(seenAt, first, last + 1, nanoTime.getAsLong());
      return true;
    }
  }

  /**
   * Returns whether {@link #isReady} was true for all of a range within the last second, and the
   * file has not changed since. Reads only the attributes of the file.
   */
  public boolean wasJustReady(long offset, long length) {
    Objects.checkFromIndexSize(offset, length, sums.size());
    int first = block(offset);
    int last = block(offset + length - 1);
    try {
      return length > 0
          && isWithin(seenAt, SEEN, first, last)
          && isWithin(comparedAt, TRUSTED, first, last)
          && isUnchanged();
    } catch (IOException e) {
      return false; // isReady reports the reason
    }
  }

  private static int block(long offset) {
    return (int) (offset / BlockSums.BLOCK);
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
    return identity.isLike(Files.readAttributes(file, BasicFileAttributes.class));
  }

  /** Looks whether all blocks from first to last were compared and are in the page cache. */
  private boolean isCached(FileChannel channel, int first, int last) throws IOException {
    if (!isWithin(comparedAt, TRUSTED, first, last)) {
      return false;
    }
    long from = (long) first * BlockSums.BLOCK;
    try (Arena arena = Arena.ofConfined()) {
      var mapped = channel.map(FileChannel.MapMode.READ_ONLY, from, bytes(first, last), arena);
      if (!mapped.isLoaded()) {
        return false;
      }
    }
    Arrays.fill(seenAt, first, last + 1, nanoTime.getAsLong());
    return true;
  }

  private long bytes(int first, int last) {
    return (long) (last - first) * BlockSums.BLOCK + sums.length(last);
  }

  /** Forgets all comparisons if the file has changed. */
  private synchronized void noteIdentity(FileChannel channel) throws IOException {
    if (channel.size() != sums.size()) {
      throw damaged("it has " + channel.size() + " bytes instead of " + sums.size());
    }
    Identity now = Identity.of(file);
    if (!now.equals(identity)) {
      Arrays.fill(comparedAt, NEVER);
      Arrays.fill(seenAt, NEVER);
      identity = now;
    }
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
