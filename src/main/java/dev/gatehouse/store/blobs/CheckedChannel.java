package dev.gatehouse.store.blobs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** Read-only channel of a file that returns only bytes of intact blocks. For one thread. */
final class CheckedChannel implements SeekableByteChannel {
  private static final int NONE = -1;

  private final CheckedFile file;
  private final FileChannel channel;
  private final BlockSums sums;
  private ByteBuffer buffer;
  private int buffered = NONE;
  private long position;

  CheckedChannel(CheckedFile file, FileChannel channel, BlockSums sums) {
    this.file = file;
    this.channel = channel;
    this.sums = sums;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (position >= sums.size()) {
      return -1;
    }
    int before = target.position();
    while (target.hasRemaining() && position < sums.size()) {
      int block = (int) (position / BlockSums.BLOCK);
      int from = (int) (position % BlockSums.BLOCK);
      int length = sums.length(block);
      if (from == 0 && target.remaining() >= length && block != buffered) {
        readWhole(block, length, target);
      } else {
        load(block, length);
        int n = Math.min(target.remaining(), length - from);
        target.put(buffer.slice(from, n));
        position += n;
      }
    }
    return target.position() - before;
  }

  /** Reads a whole block without a copy. The target keeps its position if the block is damaged. */
  private void readWhole(int block, int length, ByteBuffer target) throws IOException {
    file.read(channel, block, target.slice(target.position(), length));
    target.position(target.position() + length);
    position += length;
  }

  private void load(int block, int length) throws IOException {
    if (block == buffered) {
      return;
    }
    if (buffer == null) {
      buffer = ByteBuffer.allocate((int) Math.min(BlockSums.BLOCK, sums.size()));
    }
    buffered = NONE;
    file.read(channel, block, buffer.clear().limit(length));
    buffered = block;
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new NonWritableChannelException();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long to) {
    if (to < 0) {
      throw new IllegalArgumentException("negative position " + to);
    }
    position = to;
    return this;
  }

  @Override
  public long size() {
    return sums.size();
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
