package dev.gatehouse.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.store.fs.FileBaseDefault;

/** A file on a {@link SmallDisk}: a write that would pass the end is cut off there and fails. */
final class SmallDiskFile extends FileBaseDefault {
  private final FileChannel real;
  private final AtomicLong largest;

  SmallDiskFile(FileChannel real, AtomicLong largest) {
    this.real = real;
    this.largest = largest;
  }

  @Override
  public synchronized int write(ByteBuffer source, long position) throws IOException {
    long room = largest.get() - position;
    if (source.remaining() <= room) {
      return real.write(source, position);
    }
    if (room > 0) {
      real.write(source.slice(source.position(), (int) room), position);
    }
    throw new IOException("No space left on device");
  }

  @Override
  public synchronized int read(ByteBuffer target, long position) throws IOException {
    return real.read(target, position);
  }

  @Override
  protected void implTruncate(long size) throws IOException {
    real.truncate(size);
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  public void force(boolean metaData) throws IOException {
    real.force(metaData);
  }

  @Override
  public synchronized FileLock tryLock(long position, long size, boolean shared)
      throws IOException {
    return real.tryLock(position, size, shared);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    real.close();
  }
}
