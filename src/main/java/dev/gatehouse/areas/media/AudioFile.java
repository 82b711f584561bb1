package dev.gatehouse.areas.media;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.store.blobs.Blob;
import java.time.Instant;

/**
 * A stored audio file.
 *
 * @param id its file name, which requests use
 * @param originalName the client's name for it
 * @param size bytes of the WAV file
 * @param uploadDate when it was committed
 * @param stored the stored form
 * @param sha256 of the WAV file
 */
public record AudioFile(
    String id,
    String originalName,
    long size,
    Instant uploadDate,
    @JsonUnwrapped Stored stored,
    String sha256) {

  /**
   * The stored form.
   *
   * @param storedSize its bytes; 0 if an earlier release stored the file and the scrub has not read
   *     it yet
   * @param storedSha256 of its bytes; null if the size is 0
   */
  public record Stored(String blob, long storedSize, String storedSha256) {
    static Stored of(Blob blob) {
      return new Stored(blob.id(), blob.size(), blob.sha256());
    }
  }

  String blob() {
    return stored.blob();
  }

  /** The part that clients see. */
  public record View(String filename, String originalName, long size, Instant uploadDate) {}

  View view() {
    return new View(id, originalName, size, uploadDate);
  }
}
