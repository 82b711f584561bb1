package dev.gatehouse.store.blobs;

import java.io.IOException;

/**
 * The check that an upload passes on its way into the blob store: it sees the bytes as they come
 * in, on a worker, and may check them, transform them or refuse them at once. Any http node can run
 * it.
 */
public interface UploadCheck {
  /** The name that the contract's {@code x-upload-check} calls it. */
  String name();

  /** The number of bytes that a client may send. */
  long limit();

  /**
   * A writer that takes the client's bytes and writes what is stored into another one, which it
   * commits and closes with itself. Its methods throw {@link UnfitException} to refuse the bytes.
   */
  BlobWriter into(BlobWriter stored) throws IOException;
}
