package dev.gatehouse.store.blobs;

import module java.base;

import dev.gatehouse.formats.Sha256;

/**
 * Blob part of a store in any location, with the note there that identifies the store. Reading it
 * creates nothing. All calls block.
 */
public interface BlobStoreIdentity {
  /** Bytes that a complete read requests at once. */
  int CHUNK = 1 << 16;

  /** Returns the location for messages to the owner, without a password. */
  String place();

  /**
   * Returns the id of its store; empty if it belongs to none.
   *
   * @throws IllegalStateException if the note is damaged or of another release
   */
  Optional<String> store() throws IOException;

  /**
   * Writes the id of its store. The note is written atomically and is durable when this returns.
   */
  void belongTo(String store) throws IOException;

  /** Returns the number of blobs outside the trash. */
  long count() throws IOException;

  long countTrash() throws IOException;

  /** Returns whether there is any blob, in the trash or outside. */
  default boolean holdsBlobs() throws IOException {
    return count() + countTrash() > 0;
  }

  /**
   * Returns the bytes of a blob; the caller closes the stream.
   *
   * @throws java.nio.file.NoSuchFileException if the blob does not exist
   */
  InputStream read(String blob) throws IOException;

  /**
   * Reads a blob completely. Fails like {@link #read(String)}.
   *
   * @return its size and digest
   */
  default Blob read(String blob, Pace pace) throws IOException, InterruptedException {
    MessageDigest digest = Sha256.digest();
    byte[] chunk = new byte[CHUNK];
    long size = 0;
    try (InputStream in = read(blob)) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        digest.update(chunk, 0, n);
        size += n;
        pace.read(n);
      }
    }
    return new Blob(blob, size, HexFormat.of().formatHex(digest.digest()));
  }

  /** Limits the rate of reads. */
  @FunctionalInterface
  interface Pace {
    /** Blocks as long as reading these bytes should take. */
    void read(long bytes) throws InterruptedException;
  }

  /**
   * Returns the local path of a blob, whether or not it exists. Empty if blobs are not local files.
   */
  Optional<Path> file(String blob);

  /** Returns the sizes in bytes of all blobs outside the trash, by id. */
  SortedMap<String, Long> sizes() throws IOException;

  /**
   * Returns the SHA-256 that this location stores with a blob, in hexadecimal; empty if it stores
   * none. Fails like {@link #read(String)}.
   */
  Optional<String> sha256(String blob) throws IOException;

  /** Writes a file's bytes as a blob, atomically. Replaces an existing blob. */
  void write(String blob, Path file) throws IOException;

  /** Note beside blobs that identifies their store: a line with its format, and the store's id. */
  public static final class StoreIdNote {
    private static final String FORMAT = "gatehouse-blobs 1";

    private StoreIdNote() {}

    public static String text(String store) {
      return FORMAT + "\n" + store + "\n";
    }

    /**
     * Returns the id of the store.
     *
     * @param place location of the note, for the owner
     * @throws IllegalStateException if the note is damaged or of another release
     */
    public static String read(List<String> lines, String place) {
      if (lines.size() != 2 || !lines.getFirst().equals(FORMAT) || !BlobId.is(lines.getLast())) {
        throw new IllegalStateException(
            ("%s is damaged or was written by an unknown release; expected are the line \"%s\""
                    + " and the ID of the store. Restore the file from a backup")
                .formatted(place, FORMAT));
      }
      return lines.getLast();
    }
  }
}
