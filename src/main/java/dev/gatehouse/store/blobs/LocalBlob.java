package dev.gatehouse.store.blobs;

import java.nio.file.Path;

/** Blob as a local file, which remains at its path until this is closed. */
public interface LocalBlob extends AutoCloseable {
  Path path();

  @Override
  void close();
}
