package dev.gatehouse.store.blobs;

import java.io.IOException;

/** Thrown if a stored file's bytes differ from their checksums. Such bytes are never served. */
public final class DamagedFileException extends IOException {
  public DamagedFileException(String message) {
    super(message);
  }
}
