package dev.gatehouse.areas.games;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * A stored world save.
 *
 * @param filename the client's file name, without a path
 * @param serverName the server that the world belongs to
 * @param uploadDate when it was stored
 * @param locked whether deletion is blocked until it is unlocked
 */
record WorldSave(
    String id,
    String filename,
    String serverName,
    Instant uploadDate,
    boolean locked,
    @JsonUnwrapped Stored stored) {

  /**
   * The stored bytes.
   *
   * @param length number of bytes
   * @param sha256 of the bytes
   */
  record Stored(String blob, long length, String sha256) {}

  /** The part that clients see. */
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
