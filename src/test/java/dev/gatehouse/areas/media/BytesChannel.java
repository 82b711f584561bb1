package dev.gatehouse.areas.media;

import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** An array to be read as a file, which counts how often it is. */
final class BytesChannel implements SeekableByteChannel {
  private final byte[] bytes;
  private int position;
  private long reads;
  private boolean open = true;

  BytesChannel(byte[] bytes) {
    this.bytes = bytes;
  }

  long reads() {
    return reads;
  }

  @Override
  public int read(ByteBuffer target) {
    reads++;
    if (position >= bytes.length) {
      return -1;
    }
    int n = Math.min(target.remaining(), bytes.length - position);
    target.put(bytes, position, n);
    position += n;
    return n;
  }

  @Override
  public int write(ByteBuffer source) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long newPosition) {
    position = Math.toIntExact(newPosition);
    return this;
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    open = false;
  }
}
