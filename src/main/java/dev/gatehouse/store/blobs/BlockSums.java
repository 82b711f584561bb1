package dev.gatehouse.store.blobs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/** CRC-32C checksums of a file's blocks of 64 KiB. The last block may be shorter. */
public final class BlockSums {
  static final int BLOCK = 1 << 16;

  private static final int MAGIC = 0x4753554d; // GSUM
  private static final int VERSION = 1;
  private static final int ID = 24;
  private static final int HEADER = 4 + 4 + ID + 8;

  /** Prevents a damaged size from allocating much memory: blobs of up to 1 TiB. */
  private static final long MAX_SIZE = 1L << 40;

  private final long size;
  private final int[] sums;

  private BlockSums(long size, int[] sums) {
    this.size = size;
    this.sums = sums;
  }

  /** Computes the checksums of bytes that arrive in order. */
  public static final class Builder {
    private final CRC32C crc = new CRC32C();
    private int[] sums = new int[8];
    private int blocks;
    private int inBlock;
    private long size;

    /** Adds all remaining bytes; the buffer's position is unchanged. */
    public void update(ByteBuffer bytes) {
      ByteBuffer rest = bytes.duplicate();
      while (rest.hasRemaining()) {
        int n = Math.min(rest.remaining(), BLOCK - inBlock);
        crc.update(rest.slice(rest.position(), n));
        rest.position(rest.position() + n);
        inBlock += n;
        size += n;
        if (inBlock == BLOCK) {
          endBlock();
        }
      }
    }

    private void endBlock() {
      if (blocks == sums.length) {
        sums = Arrays.copyOf(sums, 2 * blocks);
      }
      sums[blocks++] = (int) crc.getValue();
      crc.reset();
      inBlock = 0;
    }

    /** Returns the checksums. Must be called once. */
    public BlockSums end() {
      if (inBlock > 0) {
        endBlock();
      }
      return new BlockSums(size, Arrays.copyOf(sums, blocks));
    }
  }

  /** Returns the size of the file in bytes. */
  public long size() {
    return size;
  }

  int blocks() {
    return sums.length;
  }

  /** Returns the length of a block in bytes. */
  int length(int block) {
    return (int) Math.min(BLOCK, size - (long) block * BLOCK);
  }

  /** Returns whether the remaining bytes of a buffer are a block; its position is unchanged. */
  boolean fits(int block, ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return bytes.remaining() == length(block) && (int) crc.getValue() == sums[block];
  }

  /** Returns the stored form: it names its blob and ends with a checksum of itself. */
  ByteBuffer encode(String blob) {
    ByteBuffer out = ByteBuffer.allocate(HEADER + sums.length * 4 + 4);
    out.putInt(MAGIC).putInt(VERSION).put(blob.getBytes(StandardCharsets.US_ASCII)).putLong(size);
    for (int sum : sums) {
      out.putInt(sum);
    }
    return out.putInt(crc(out.array(), out.position())).flip();
  }

  /** Returns the checksums in a stored form; empty if it is damaged or of another blob. */
  static Optional<BlockSums> decode(String blob, byte[] bytes) {
    int end = bytes.length - 4;
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (end < HEADER || in.getInt(end) != crc(bytes, end)) {
      return Optional.empty();
    }
    byte[] id = new byte[ID];
    boolean known = in.getInt() == MAGIC && in.getInt() == VERSION;
    in.get(id);
    long size = in.getLong();
    int blocks = (end - HEADER) / 4;
    if (!known
        || !new String(id, StandardCharsets.US_ASCII).equals(blob)
        || size < 0
        || size > MAX_SIZE
        || blocks != (size + BLOCK - 1) / BLOCK) {
      return Optional.empty();
    }
    int[] sums = new int[blocks];
    in.asIntBuffer().get(sums);
    return Optional.of(new BlockSums(size, sums));
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
