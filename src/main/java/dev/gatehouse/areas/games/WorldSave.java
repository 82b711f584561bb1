package dev.gatehouse.areas.games;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * A stored world save.
 *
 * @param filename as the client called it, without a path
 * @param serverName the server whose world it is
 * @param uploadDate when it was stored
 * @param locked whether nothing deletes it until it is unlocked
 */
record WorldSave(
    String id,
    String filename,
    String serverName,
    Instant uploadDate,
    boolean locked,
    @JsonUnwrapped Stored stored) {

  /**
   * The bytes.
   *
   * @param length how many
   * @param sha256 of them
   */
  record Stored(String blob, long length, String sha256) {}

  /** The part of it that clients see. */
  record View(
      String _id,
      String filename,
      String serverName,
      Instant uploadDate,
      boolean locked,
      @JsonUnwrapped Digest digest) {}

  /** Length and SHA-256 of the bytes. */
  record Digest(long length, String sha256) {}

  View view() {
    return new View(
        id, filename, serverName, uploadDate, locked, new Digest(stored.length, stored.sha256));
  }
}
