package dev.gatehouse.store.blobs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A blob being written, by one thread at a time. Whatever ends without {@link #commit()} leaves
 * nothing behind.
 */
public interface BlobWriter extends Closeable {
  /**
   * Takes every remaining byte of the buffer.
   *
   * @throws NoSpaceException when the store's reserve would be touched; the blob is gone then
   * @throws IOException when the store fails; the blob is gone then
   */
  void write(ByteBuffer bytes) throws IOException;

  /**
   * Makes the blob durable and visible under its id; returns only when a power cut can't undo it.
   */
  Blob commit() throws IOException;

  /** Drops the blob unless it was committed. */
  @Override
  void close();
}
