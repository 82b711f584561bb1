package dev.gatehouse.store.blobs;

import module java.base;

import org.slf4j.LoggerFactory;

/**
 * Bulk bytes, immutable once written and addressed by id. All calls except {@link #file} and {@link
 * #link} may block, so use workers or virtual threads.
 */
public interface Blobs {
  /**
   * Begins a new blob under a new id.
   *
   * @throws NoSpaceException if the reserved disk space is already in use
   */
  BlobWriter create() throws IOException;

  /**
   * Opens a blob for reading at position 0; the caller closes it.
   *
   * @throws java.nio.file.NoSuchFileException if the blob does not exist
   */
  SeekableByteChannel open(String id) throws IOException;

  /**
   * Returns the path of the blob's local file if blobs are local files, or if there is a copy now.
   * Does not check that the file exists. Never blocks.
   */
  Optional<Path> file(String id);

  /**
   * Returns a signed URL at which clients can read the blob for some minutes, if the store supports
   * it. Never blocks, and does not check that the blob exists.
   *
   * @param disposition the Content-Disposition; empty for none
   */
  default Optional<URI> link(String id, String contentType, String disposition) {
    return Optional.empty();
  }

  /**
   * Returns the blob as a local file, downloading it first if necessary.
   *
   * @throws java.nio.file.NoSuchFileException if the blob does not exist
   */
  LocalBlob local(String id) throws IOException;

  /** Returns size and age of a blob, or empty if it does not exist. */
  Optional<Stat> stat(String id) throws IOException;

  /** Deletes a blob and returns whether it existed. Open readers can continue to read. */
  boolean delete(String id) throws IOException;

  /** Deletes a blob that no document names. If that fails, the sweep deletes it later. */
  default void discard(String id) {
    try {
      delete(id);
    } catch (IOException e) {
      LoggerFactory.getLogger(Blobs.class)
          .warn("blob {} not deleted, the sweep will delete it", id, e);
    }
  }

  /**
   * Returns the ids of blobs committed before the given moment, for the orphan sweep; read lazily.
   */
  Stream<String> olderThan(Instant moment);

  /**
   * Properties of a blob that the store knows without reading it.
   *
   * @param size size in bytes
   * @param written time when its last byte was written
   */
  record Stat(long size, Instant written) {}
}
