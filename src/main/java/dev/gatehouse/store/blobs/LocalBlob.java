package dev.gatehouse.store.blobs;

import java.nio.file.Path;

/** A blob as a file of this machine, which stays at its path until this is closed. */
public interface LocalBlob extends AutoCloseable {
  Path path();

  @Override
  void close();
}
