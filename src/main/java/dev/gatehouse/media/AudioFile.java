package dev.gatehouse.media;

import java.time.Instant;

/**
 * A stored audio file.
 *
 * @param id its file name, by which it is asked for
 * @param originalName what the client called it
 * @param size bytes of the WAV file
 * @param uploadDate when it was committed
 * @param blob the stored form
 * @param sha256 of the WAV file
 */
public record AudioFile(
    String id, String originalName, long size, Instant uploadDate, String blob, String sha256) {

  /** The part of it that clients see. */
  public record View(String filename, String originalName, long size, Instant uploadDate) {}

  View view() {
    return new View(id, originalName, size, uploadDate);
  }
}
