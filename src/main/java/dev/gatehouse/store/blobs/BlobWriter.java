package dev.gatehouse.store.blobs;

import module java.base;

/**
 * Writer of one blob, for one thread at a time. Without {@link #commit()} no data are left behind.
 */
public interface BlobWriter extends Closeable {
  /**
   * Writes all remaining bytes of the buffer.
   *
   * @throws NoSpaceException if the reserved disk space would be used; the blob is deleted
   * @throws IOException if the store fails; the blob is deleted
   */
  void write(ByteBuffer bytes) throws IOException;

  /** Makes the blob visible under its id. It is durable against power loss when this returns. */
  Blob commit() throws IOException;

  /** Deletes the blob unless it was committed. */
  @Override
  void close();
}
