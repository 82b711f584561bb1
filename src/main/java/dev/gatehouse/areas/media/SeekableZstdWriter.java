package dev.gatehouse.areas.media;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.gatehouse.store.blobs.BlobWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes a blob in the zstd seekable format: independent frames with checksum, then the seal and
 * the seek table of {@link SeekTable}. Any {@code zstd -d} reads it. For one thread; memory is that
 * of a frame and twelve bytes for each frame written.
 */
final class SeekableZstdWriter implements AutoCloseable {
  /** Bytes of the original that a frame may hold: what one cold Range has to decode. */
  static final int FRAME = 64 << 10;

  /** The low half of the XXH64 of nothing: the checksum of a frame without content. */
  private static final int CHECKSUM_OF_NOTHING = 0x51D8E999;

  private static final int LEVEL = 3;

  private final BlobWriter out;
  private final ZstdCompressCtx zstd;
  private final byte[] stored = new byte[(int) Zstd.compressBound(FRAME)];
  private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
  private int frames;
  private long size;

  SeekableZstdWriter(BlobWriter out) {
    this.out = out;
    this.zstd = new ZstdCompressCtx().setLevel(LEVEL).setChecksum(true).setContentSize(true);
  }

  /** Writes the first bytes of the array, at least one and at most a frame of them. */
  void frame(byte[] bytes, int length) throws IOException {
    if (length < 1 || length > FRAME || frames == SeekTable.MAX_FRAMES) {
      throw new IllegalArgumentException("frame " + frames + " of " + length + " bytes");
    }
    int n = zstd.compressByteArray(stored, 0, stored.length, bytes, 0, length);
    out.write(ByteBuffer.wrap(stored, 0, n));
    // A zstd frame ends with the very checksum that the table wants.
    int checksum = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt(n - 4);
    entry(n, length, checksum);
    frames++;
    size += length;
  }

  /** Ends the format with the digest of all frames' bytes; the blob is the caller's to commit. */
  void finish(byte[] sha256) throws IOException {
    // The format wants every frame in the table: the seal is the last, and holds no content.
    entry(SeekTable.SEAL, 0, CHECKSUM_OF_NOTHING);
    int body = entries.size() + SeekTable.FOOTER;
    byte[] table =
        SeekTable.littleEndian(SeekTable.HEADER + body)
            .putInt(SeekTable.SKIPPABLE_TABLE)
            .putInt(body)
            .put(entries.toByteArray())
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
    out.write(seal.flip());
    out.write(ByteBuffer.wrap(table));
  }

  private void entry(int storedLength, int length, int checksum) {
    entries.writeBytes(
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
