package dev.gatehouse.store.blobs;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Stream;

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

  /**
   * Reads a blob completely and reports damage to {@link #damaged}. Writes its checksums if it has
   * none and its digest is right.
   *
   * @param sha256 digest that a document states; empty if none does
   * @param pace receives the number of bytes after each read
   * @throws java.nio.file.NoSuchFileException if the blob does not exist
   */
  void scrub(String id, String sha256, Pace pace) throws IOException, InterruptedException;

  /** Deletes what blobs left behind that were deleted before a time. */
  void endScrub(Instant before) throws IOException;

  /** Limits the rate of reads. */
  interface Pace {
    /** Blocks as long as reading these bytes should take. */
    void read(long bytes) throws InterruptedException;
  }

  /** Returns the files that were found to be damaged. */
  DamagedFiles damaged();

  /** Closes connections; stored blobs remain unchanged. */
  @Override
  void close();
}
