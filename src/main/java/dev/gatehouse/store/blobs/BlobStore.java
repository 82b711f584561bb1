package dev.gatehouse.store.blobs;

import module java.base;

/** Blobs as a node stores them, with operations for counting and sweeping. */
public interface BlobStore extends Blobs, AutoCloseable {
  /** Returns the number of blobs outside the trash. */
  long count() throws IOException;

  /** Returns the trash for blobs that no document names any more. */
  Trash trash();

  /**
   * Returns unfinished blobs that have not been written to since the given moment. Nodes may share
   * the store, so choose a moment earlier than the longest pause of an active upload.
   */
  Set<String> unfinished(Instant before) throws IOException;

  /** Deletes unfinished blobs by the names that {@link #unfinished} returns. */
  void dropUnfinished(Collection<String> names) throws IOException;

  /** Returns the ids of all blobs that are greater than an id, in order; read lazily. */
  Stream<String> sorted(String after);

  /** Deletes the checksums of blocks that earlier releases stored beside their blobs. */
  void deleteBlockChecksums() throws IOException;

  /** Returns the files that were found to be damaged. */
  DamagedFiles damaged();

  /** Closes connections; stored blobs remain unchanged. */
  @Override
  void close();
}
