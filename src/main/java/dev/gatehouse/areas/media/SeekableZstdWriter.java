package dev.gatehouse.areas.media;

import module java.base;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.gatehouse.store.blobs.BlobWriter;

/**
 * Writes a blob in the zstd seekable format: independent frames with checksums, then the seal and
 * the table of {@link SeekTable}. Every {@code zstd -d} can read it. Not safe for concurrent use.
 * Memory is one frame plus twelve bytes per frame written.
 */
final class SeekableZstdWriter implements AutoCloseable {
  /**
   * Maximum bytes of the original per frame, and so the cost of a Range request that is not cached.
   */
  static final int FRAME = 64 << 10;

  /** The low half of the XXH64 of empty input, the checksum of a frame without content. */
  private static final int CHECKSUM_OF_NOTHING = 0x51D8E999;

  private static final int LEVEL = 3;

  private final BlobWriter blobWriter;
  private final ZstdCompressCtx zstd;
  private final byte[] stored = new byte[(int) Zstd.compressBound(FRAME)];
  private final ByteArrayOutputStream entryBytes = new ByteArrayOutputStream();
  private int frames;
  private long size;

  SeekableZstdWriter(BlobWriter blobWriter) {
    this.blobWriter = blobWriter;
    this.zstd = new ZstdCompressCtx().setLevel(LEVEL).setChecksum(true).setContentSize(true);
  }

  /** Writes the first bytes of the array, at least one and at most a full frame. */
  void frame(byte[] bytes, int length) throws IOException {
    if (length < 1 || length > FRAME || frames == SeekTable.MAX_FRAMES) {
      throw new IllegalArgumentException("frame " + frames + " of " + length + " bytes");
    }
    int n = zstd.compressByteArray(stored, 0, stored.length, bytes, 0, length);
    blobWriter.write(ByteBuffer.wrap(stored, 0, n));
    // A zstd frame ends with the same checksum that the table needs.
    int checksum = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt(n - 4);
    entry(n, length, checksum);
    frames++;
    size += length;
  }

  /** Completes the format with the digest of all frames' bytes. The caller commits the blob. */
  void finish(byte[] sha256) throws IOException {
    // The format requires every frame in the table. The seal is the last frame and has no content.
    entry(SeekTable.SEAL, 0, CHECKSUM_OF_NOTHING);
    int body = entryBytes.size() + SeekTable.FOOTER;
    byte[] table =
        SeekTable.littleEndian(SeekTable.HEADER + body)
            .putInt(SeekTable.SKIPPABLE_TABLE)
            .putInt(body)
            .put(entryBytes.toByteArray())
            .putInt(frames + 1)
            .put((byte) SeekTable.CHECKSUMS)
            .putInt(SeekTable.SEEKABLE_MAGIC)
            .array();
    ByteBuffer seal =
        SeekTable.littleEndian(SeekTable.SEAL)
            .putInt(SeekTable.SKIPPABLE_SEAL)
            .putInt(SeekTable.SEAL - SeekTable.HEADER)
            .putInt(SeekTable.crc(table))
            .putLong(size)
            .put(sha256);
    byte[] sealed = Arrays.copyOf(seal.array(), seal.position());
    seal.putInt(SeekTable.crc(sealed));
    blobWriter.write(seal.flip());
    blobWriter.write(ByteBuffer.wrap(table));
  }

  private void entry(int storedLength, int length, int checksum) {
    entryBytes.writeBytes(
        SeekTable.littleEndian(SeekTable.ENTRY)
            .putInt(storedLength)
            .putInt(length)
            .putInt(checksum)
            .array());
  }

  @Override
  public void close() {
    zstd.close();
  }
}
