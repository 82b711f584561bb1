package dev.gatehouse.areas.trading.marketdata.upload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/** Reads a file forwards through a small window, up to a given end. */
final class FileWindow {
  private static final int BYTES = 64 << 10;

  private final FileChannel file;
  private final long end;
  private byte[] window = new byte[0];
  private long windowStart;
  private int windowBytes;

  FileWindow(FileChannel file, long end) {
    this.file = file;
    this.end = end;
  }

  long end() {
    return end;
  }

  /**
   * Returns the window's bytes from a position on. The window is moved to that position if {@code
   * fresh} or if the position is outside.
   */
  ByteBuffer at(long position, boolean fresh) throws IOException {
    if (fresh || position < windowStart || position >= windowStart + windowBytes) {
      if (window.length == 0) {
        window = new byte[BYTES];
      }
      windowStart = position;
      windowBytes = (int) Math.min(BYTES, end - position);
      fill(window, position, windowBytes);
    }
    int skip = (int) (position - windowStart);
    return ByteBuffer.wrap(window, skip, windowBytes - skip);
  }

  /** Returns a copy of some bytes, taken from the window where possible. */
  byte[] bytes(long position, int length) throws IOException {
    if (position + length > end) {
      throw new IllegalArgumentException(
          "it ends " + (position + length - end) + " bytes too early");
    }
    if (position >= windowStart && position + length <= windowStart + windowBytes) {
      int from = (int) (position - windowStart);
      return Arrays.copyOfRange(window, from, from + length);
    }
    byte[] bytes = new byte[length];
    fill(bytes, position, length);
    return bytes;
  }

  private void fill(byte[] into, long position, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into, 0, length);
    while (buffer.hasRemaining()) {
      if (file.read(buffer, position + buffer.position()) < 0) {
        throw new IllegalArgumentException("the file ends too early");
      }
    }
  }
}
