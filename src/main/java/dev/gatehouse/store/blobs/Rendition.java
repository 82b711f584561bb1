package dev.gatehouse.store.blobs;

import module java.base;

/** Conversion from stored bytes to served bytes. Any HTTP node can run it. */
public interface Rendition {
  /** Returns its name in claim checks. */
  String name();

  /**
   * Returns a local file with exactly the served bytes, if there is one now. Otherwise the caller
   * uses {@link #open}, as it does if the file is deleted meanwhile. Never blocks.
   */
  default Optional<Path> file(String blob) {
    return Optional.empty();
  }

  /**
   * Returns the end of the work that makes the {@link #file} of a blob, if it is in progress. The
   * work may fail or take too long; then there is no file. Never blocks.
   */
  default Optional<CompletionStage<Void>> comingFile(String blob) {
    return Optional.empty();
  }

  /**
   * Returns a signed URL at which clients can read exactly the served bytes, if supported. Never
   * blocks.
   *
   * @param disposition the Content-Disposition; empty for none
   */
  default Optional<URI> link(String blob, String contentType, String disposition) {
    return Optional.empty();
  }

  /**
   * Returns the served bytes [offset, offset+length). Blocks, so it runs on a worker; the caller
   * closes the stream. Memory is bounded by one frame.
   *
   * @throws java.nio.file.NoSuchFileException if the blob does not exist
   * @throws IOException if the bytes cannot be read, end before offset+length or are damaged;
   *     reading throws it too
   */
  InputStream open(String blob, long offset, long length) throws IOException;
}
