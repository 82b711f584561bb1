package dev.gatehouse.store.blobs;

import java.io.IOException;

/**
 * Check that an upload passes before it is stored. It runs on a worker as bytes arrive, and may
 * validate, transform or reject them immediately. Any HTTP node can run it.
 */
public interface UploadCheck {
  /** The name that the contract's {@code x-upload-check} calls it. */
  String name();

  /** Returns the maximum number of bytes that a client may send. */
  long limit();

  /**
   * Returns a writer that checks the client's bytes and passes the stored bytes to another writer,
   * which it also commits and closes. Its methods throw {@link UnfitException} to reject the bytes.
   */
  BlobWriter into(BlobWriter stored) throws IOException;
}
