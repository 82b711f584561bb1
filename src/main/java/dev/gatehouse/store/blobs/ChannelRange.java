package dev.gatehouse.store.blobs;

import module java.base;

/** Range of a channel as a stream. Closing the stream closes the channel. */
public final class ChannelRange extends InputStream {
  private final SeekableByteChannel channel;
  private long left;

  private ChannelRange(SeekableByteChannel channel, long length) {
    this.channel = channel;
    this.left = length;
  }

  public static ChannelRange open(SeekableByteChannel channel, long offset, long length)
      throws IOException {
    try {
      Objects.checkFromIndexSize(offset, length, channel.size());
      channel.position(offset);
      return new ChannelRange(channel, length);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
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
    int n = channel.read(ByteBuffer.wrap(target, offset, (int) Math.min(length, left)));
    if (n < 0) {
      throw new EOFException("the blob ends before its range does");
    }
    left -= n;
    return n;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
