package dev.gatehouse.areas.media;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.Objects;

/**
 * Decodes a range of the original from a blob in the zstd seekable format. Decodes only the frames
 * that the range touches, and verifies a frame's checksum before returning its bytes. Closes the
 * channel. Holds one frame in memory.
 */
final class SeekableZstdStream extends InputStream {
  private static final int HAS_CHECKSUM = 4;

  private final SeekableByteChannel file;
  private final SeekTable table;
  private final ZstdDecompressCtx zstd;
  private final byte[] decoded;
  private int nextFrame;
  private int at;
  private int end;
  private long left;

  /** Takes ownership of the channel if it returns normally. */
  SeekableZstdStream(SeekableByteChannel file, SeekTable table, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, table.size());
    this.file = file;
    this.table = table;
    this.left = length;
    int largest = 0;
    if (length > 0) {
      nextFrame = table.frameOf(offset);
      at = (int) (offset - table.originalAt(nextFrame));
      for (int i = nextFrame; i <= table.frameOf(offset + length - 1); i++) {
        largest = Math.max(largest, table.originalLength(i));
      }
    }
    decoded = new byte[largest];
    zstd = new ZstdDecompressCtx(); // last, because it would leak if this constructor threw
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (left == 0) {
      return -1;
    }
    if (at >= end) {
      decodeNext();
    }
    int n = (int) Math.min(Math.min(length, end - at), left);
    System.arraycopy(decoded, at, target, offset, n);
    at += n;
    left -= n;
    return n;
  }

  private void decodeNext() throws IOException {
    // Only the first frame can start in its middle.
    at = end == 0 ? at : 0;
    int frame = nextFrame;
    int length = table.storedLength(frame);
    // Not kept, because the client may take a long time for this frame.
    byte[] stored = new byte[length];
    LittleEndian.readFully(file, table.storedAt(frame), stored, length);
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
    end = decodedLength;
    nextFrame++;
  }

  private static IOException damaged(int frame, Exception cause) {
    return new IOException("damaged audio blob: frame " + frame, cause);
  }

  @Override
  public void close() throws IOException {
    zstd.close();
    file.close();
  }
}
