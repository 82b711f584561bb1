package dev.gatehouse.areas.media;

import module java.base;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.gatehouse.formats.PieceInput;

/**
 * Decodes a range of the original from a blob in the zstd seekable format. Decodes only the frames
 * that the range touches, and verifies a frame's checksum before returning its bytes. Closes the
 * channel. Holds one frame in memory.
 */
final class SeekableZstdStream extends PieceInput {
  private static final int HAS_CHECKSUM = 4;

  private final SeekableByteChannel channel;
  private final SeekTable table;
  private final ZstdDecompressCtx zstd;
  private final byte[] decoded;
  private int nextFrame;
  private int skipped;
  private long left;

  /** Takes ownership of the channel if it returns normally. */
  SeekableZstdStream(SeekableByteChannel channel, SeekTable table, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, table.size());
    this.channel = channel;
    this.table = table;
    this.left = length;
    int largest = 0;
    if (length > 0) {
      nextFrame = table.frameOf(offset);
      skipped = (int) (offset - table.originalAt(nextFrame));
      for (int i = nextFrame; i <= table.frameOf(offset + length - 1); i++) {
        largest = Math.max(largest, table.originalLength(i));
      }
    }
    decoded = new byte[largest];
    zstd = new ZstdDecompressCtx(); // last, because it would leak if this constructor threw
  }

  @Override
  protected ByteBuffer next() throws IOException {
    if (left == 0) {
      return ByteBuffer.allocate(0);
    }
    int frame = nextFrame;
    int length = table.storedLength(frame);
    // Not kept, because the client may take a long time for this frame.
    byte[] stored = new byte[length];
    LittleEndian.readFully(channel, table.storedAt(frame), stored, length);
    ByteBuffer bytes = ByteBuffer.wrap(stored, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    // zstd verifies the checksum in a frame only if the frame declares it.
    if (length < 9
        || (bytes.get(4) & HAS_CHECKSUM) == 0
        || bytes.getInt(length - 4) != table.checksum(frame)) {
      throw damaged(frame, null);
    }
    int decodedLength;
    try {
      decodedLength = zstd.decompressByteArray(decoded, 0, decoded.length, stored, 0, length);
    } catch (ZstdException e) {
      throw damaged(frame, e);
    }
    if (decodedLength != table.originalLength(frame)) {
      throw damaged(frame, null);
    }
    nextFrame++;
    // Only the first frame can start in its middle.
    int at = skipped;
    int taken = (int) Math.min(decodedLength - at, left);
    skipped = 0;
    left -= taken;
    return ByteBuffer.wrap(decoded, at, taken);
  }

  private static IOException damaged(int frame, Exception cause) {
    return new IOException("damaged audio blob: frame " + frame, cause);
  }

  @Override
  public void close() throws IOException {
    zstd.close();
    channel.close();
  }
}
