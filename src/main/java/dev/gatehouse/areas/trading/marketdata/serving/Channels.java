package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

/**
 * Positional reads that either return all requested bytes or fail. They do not change the channel's
 * position.
 */
final class Channels {
  private Channels() {}

  static byte[] read(FileChannel channel, long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    read(channel, offset, length, bytes);
    return bytes;
  }

  static void read(FileChannel channel, long offset, int length, byte[] into) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into, 0, length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, offset + buffer.position()) < 0) {
        throw new EOFException("the file ends at " + (offset + buffer.position()));
      }
    }
  }
}
