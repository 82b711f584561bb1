package dev.gatehouse.store.blobs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The half of a store that its blobs are, wherever they lie, and the note there that says which
 * store it belongs to. Looking at it makes nothing. Every call blocks.
 */
public interface BlobStoreIdentity {
  /** The place for the owner's eyes, without a password. */
  String place();

  /**
   * The id of the store that it belongs to; empty where it belongs to none.
   *
   * @throws IllegalStateException if the note is damaged or of another release
   */
  Optional<String> store() throws IOException;

  /** Writes down whose it is; the note appears whole, and lasts when this returns. */
  void belongTo(String store) throws IOException;

  /** Returns how many blobs there are, those in the trash not counted. */
  long count() throws IOException;

  long countTrash() throws IOException;

  /** Returns whether any blob lies here, in the trash or not. */
  boolean holdsBlobs() throws IOException;

  /** Returns whether a blob lies here, the trash not looked at. */
  boolean holds(String blob) throws IOException;

  /**
   * The size of a blob in bytes.
   *
   * @throws java.nio.file.NoSuchFileException when there is no such blob
   */
  long size(String blob) throws IOException;

  /** The bytes of a blob, to be closed by the caller; failures as of {@link #size}. */
  InputStream read(String blob) throws IOException;

  /** The path at which a blob lies, or would lie, as a file of this machine, where they do so. */
  Optional<Path> file(String blob);

  /** All blobs with their sizes in bytes, those in the trash left out. */
  SortedMap<String, Long> sizes() throws IOException;

  /**
   * The SHA-256 that this place itself knows a blob to have, in hexadecimal; empty where it knows
   * none. Failures as of {@link #size}.
   */
  Optional<String> sha256(String blob) throws IOException;

  /** Writes a file's bytes as a blob, which appears whole; one that is there is replaced. */
  void write(String blob, Path file) throws IOException;
}
