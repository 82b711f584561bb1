package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.store.blobs.BlobsAwayException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Object that is read in ranges, by one thread at a time. Ranges are short first and grow during
 * sequential reading, so that neither seeking nor a complete read is expensive. An interrupted
 * range is requested again from the point of interruption.
 */
final class S3Channel implements SeekableByteChannel {
  private static final long FIRST_RANGE = 256 * 1024;
  private static final long MAX_RANGE = 16 << 20;
  private static final int TRIES = 3;

  private final S3Objects objects;
  private final String key;
  private final long size;
  private ResponseInputStream<GetObjectResponse> range;
  private long rangeEnd;
  private long rangeLength;
  private long position;
  private boolean closed;

  S3Channel(S3Objects objects, String key, long size) {
    this.objects = objects;
    this.key = key;
    this.size = size;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    requireOpen();
    if (position >= size) {
      return -1;
    }
    if (!target.hasRemaining()) {
      return 0;
    }
    IOException last = null;
    for (int tries = 0; tries < TRIES; tries++) {
      try {
        return readOn(target);
      } catch (NoSuchFileException gone) {
        throw gone;
      } catch (IOException | SdkException broken) {
        last = new BlobsAwayException("the object " + key + " breaks off", broken);
        leave();
        objects.suspect();
        if (objects.isAway()) {
          break;
        }
      }
    }
    throw last;
  }

  private int readOn(ByteBuffer target) throws IOException {
    if (range == null) {
      rangeLength = Math.min(MAX_RANGE, rangeLength == 0 ? FIRST_RANGE : 2 * rangeLength);
      rangeEnd = Math.min(size, position + rangeLength);
      range = objects.get(key, position, rangeEnd);
    }
    byte[] chunk = new byte[(int) Math.min(target.remaining(), rangeEnd - position)];
    int n = range.read(chunk);
    if (n <= 0) {
      throw new EOFException("the object " + key + " ends before its range does");
    }
    target.put(chunk, 0, n);
    position += n;
    if (position == rangeEnd) {
      range.close();
      range = null;
    }
    return n;
  }

  /** Aborts a range without reading the rest. */
  private void leave() {
    if (range != null) {
      range.abort();
      range = null;
    }
  }

  @Override
  public long position() throws IOException {
    requireOpen();
    return position;
  }

  @Override
  public SeekableByteChannel position(long next) throws IOException {
    requireOpen();
    if (next < 0) {
      throw new IllegalArgumentException("negative position");
    }
    if (next != position) {
      leave();
      rangeLength = 0;
      position = next;
    }
    return this;
  }

  @Override
  public long size() throws IOException {
    requireOpen();
    return size;
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long length) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  @Override
  public void close() {
    closed = true;
    leave();
  }

  private void requireOpen() throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }
}
