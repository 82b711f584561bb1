package dev.gatehouse.areas.media;

import module java.base;

import com.github.luben.zstd.Zstd;

/**
 * The frame positions of a blob in the zstd seekable format: a skippable frame at its end, as
 * described in zstd's contrib/seekable_format. The format does not protect the table, and one
 * flipped bit in it would shift all later bytes. Therefore a second skippable frame before it
 * contains its CRC-32C and the digest of the whole original.
 */
final class SeekTable {
  static final int SKIPPABLE_TABLE = 0x184D2A5E;
  static final int SKIPPABLE_SEAL = 0x184D2A57;
  static final int SEEKABLE_MAGIC = 0x8F92EAB1;
  static final int CHECKSUMS = 0x80;
  static final int HEADER = 8;
  static final int FOOTER = 9;
  static final int ENTRY = 12;

  /** The seal: header, the table's CRC, the original's size and SHA-256, its own CRC. */
  static final int SEAL = HEADER + 4 + 8 + 32 + 4;

  /**
   * The reader's limit. It exceeds the writer's frame size, so that future frames may be cut
   * differently.
   */
  private static final int LARGEST_FRAME = 1 << 20;

  private static final int LARGEST_STORED = (int) Zstd.compressBound(LARGEST_FRAME);

  /** Enough for 32 GiB of audio. Prevents a damaged count from allocating much memory. */
  static final int MAX_FRAMES = 1 << 17;

  private final long[] storedAt;
  private final long[] originalAt;
  private final int[] checksums;

  private SeekTable(int frames) {
    storedAt = new long[frames + 1];
    originalAt = new long[frames + 1];
    checksums = new int[frames];
  }

  /** Reads the table and verifies its checksums. */
  static SeekTable read(SeekableByteChannel file) throws IOException {
    long size = file.size();
    require(size >= SEAL + HEADER + ENTRY + FOOTER, "too short");
    LittleEndian footer = LittleEndian.read(file, size - FOOTER, FOOTER);
    require(footer.i32(5) == SEEKABLE_MAGIC && footer.u8(4) == CHECKSUMS, "no seek table");
    long entries = footer.u32(0);
    require(entries >= 1 && entries <= MAX_FRAMES + 1, "impossible number of frames");
    int length = HEADER + (int) entries * ENTRY + FOOTER;
    long tableAt = size - length;
    require(tableAt >= SEAL, "more frames than bytes");
    LittleEndian table = LittleEndian.read(file, tableAt, length);
    LittleEndian seal = LittleEndian.read(file, tableAt - SEAL, SEAL);
    require(seal.i32(SEAL - 4) == crc(seal.bytes(0, SEAL - 4)), "damaged seal");
    require(seal.i32(HEADER) == crc(table.bytes(0, length)), "damaged seek table");
    SeekTable result = new SeekTable((int) entries - 1);
    result.fill(table);
    require(result.storedAt[result.frames()] == tableAt - SEAL, "bytes outside its frames");
    require(result.size() == seal.i64(HEADER + 4), "wrong size");
    return result;
  }

  private void fill(LittleEndian table) throws IOException {
    for (int i = 0; i < frames(); i++) {
      int at = HEADER + i * ENTRY;
      long stored = table.u32(at);
      long original = table.u32(at + 4);
      require(stored <= LARGEST_STORED, "impossible frame");
      require(original <= LARGEST_FRAME, "impossible frame");
      storedAt[i + 1] = storedAt[i] + stored;
      originalAt[i + 1] = originalAt[i] + original;
      checksums[i] = table.i32(at + 8);
    }
  }

  int frames() {
    return checksums.length;
  }

  /** Returns the size of the original in bytes. */
  long size() {
    return originalAt[frames()];
  }

  /** Returns the frame that contains the original's byte at an offset below {@link #size()}. */
  int frameOf(long offset) {
    int found = Arrays.binarySearch(originalAt, offset);
    return Math.max(found, -found - 2);
  }

  long storedAt(int frame) {
    return storedAt[frame];
  }

  int storedLength(int frame) {
    return (int) (storedAt[frame + 1] - storedAt[frame]);
  }

  long originalAt(int frame) {
    return originalAt[frame];
  }

  int originalLength(int frame) {
    return (int) (originalAt[frame + 1] - originalAt[frame]);
  }

  int checksum(int frame) {
    return checksums[frame];
  }

  static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  static ByteBuffer littleEndian(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void require(boolean condition, String what) throws IOException {
    if (!condition) {
      throw new IOException("damaged audio blob: " + what);
    }
  }
}
