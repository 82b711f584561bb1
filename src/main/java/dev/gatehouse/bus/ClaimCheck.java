package dev.gatehouse.bus;

import java.time.Instant;

/**
 * Reference to stored bytes that the HTTP layer streams to the client.
 *
 * @param rendition name of the conversion from stored to served bytes
 * @param blob id of the stored blob
 * @param length of the served bytes, or -1 if it is known only after streaming
 * @param contentType media type of the served bytes
 * @param etag strong entity tag without quotes; empty if absent
 * @param lastModified time when the served bytes last changed; null if unknown
 * @param fileName suggested file name; empty to let the client display the bytes
 */
public record ClaimCheck(
    String rendition,
    String blob,
    long length,
    String contentType,
    String etag,
    Instant lastModified,
    String fileName) {
  public ClaimCheck {
    rendition = Json.nullToEmpty(rendition);
    contentType = Json.nullToEmpty(contentType);
    etag = Json.nullToEmpty(etag);
    fileName = Json.nullToEmpty(fileName);
  }
}
