package dev.gatehouse.store.blobs;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Bulk bytes at rest, immutable once written and addressed by id. Every call may block: workers and
 * virtual threads only, except {@link #file}.
 */
public interface Blobs {
  /**
   * Begins a new blob under a fresh id.
   *
   * @throws NoSpaceException when the store's reserve is already touched
   */
  BlobWriter create() throws IOException;

  /**
   * Opens a blob for reading at position 0; the caller closes it.
   *
   * @throws java.nio.file.NoSuchFileException when there is no such blob
   */
  SeekableByteChannel open(String id) throws IOException;

  /**
   * The path at which the blob's bytes lie as a local file, in a store that keeps them so; never
   * blocks.
   */
  Optional<Path> file(String id);

  /**
   * A signed address at which clients read the blob themselves for some minutes, in a store that
   * lets them; never blocks, and does not ask whether there is such a blob.
   *
   * @param disposition for saving it; empty for none
   */
  default Optional<URI> link(String id, String contentType, String disposition) {
    return Optional.empty();
  }

  /**
   * The blob as a file of this machine, brought here first where it lies elsewhere.
   *
   * @throws java.nio.file.NoSuchFileException when there is no such blob
   */
  LocalBlob local(String id) throws IOException;

  /** Size and age of a blob, or empty when there is none. */
  Optional<Stat> stat(String id) throws IOException;

  /** Deletes a blob; those who have it open may read on. Returns whether there was one. */
  boolean delete(String id) throws IOException;

  /** Deletes a blob that no document names; if that fails, it is left to the sweep. */
  default void discard(String id) {
    try {
      delete(id);
    } catch (IOException e) {
      LoggerFactory.getLogger(Blobs.class).warn("the blob {} is left to the sweep", id, e);
    }
  }

  /** Ids of blobs committed before the given moment, for the sweep of orphans; read lazily. */
  Stream<String> olderThan(Instant moment);

  /**
   * The facts that a store knows of a blob without reading it.
   *
   * @param size bytes
   * @param written when its last byte was written
   */
  record Stat(long size, Instant written) {}
}
