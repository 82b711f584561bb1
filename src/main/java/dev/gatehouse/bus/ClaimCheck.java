package dev.gatehouse.bus;

import java.time.Instant;

/**
 * A reference to stored bytes that http streams to the client itself.
 *
 * @param rendition how the stored bytes become the served ones
 * @param blob the stored blob's id
 * @param length served bytes, or -1 when only streaming tells
 * @param contentType media type of the served bytes
 * @param etag strong validator without quotes, empty if there is none
 * @param lastModified when the served bytes changed last, null if unknown
 * @param fileName offered for saving, empty to leave the client to show the bytes
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
    rendition = NullText.nullToEmpty(rendition);
    contentType = NullText.nullToEmpty(contentType);
    etag = NullText.nullToEmpty(etag);
    fileName = NullText.nullToEmpty(fileName);
  }
}
