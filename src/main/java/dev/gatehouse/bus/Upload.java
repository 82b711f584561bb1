package dev.gatehouse.bus;

/**
 * Streamed body that is already in the blob store. Its bytes never cross the bus.
 *
 * @param blob id of the staged blob
 * @param size size in bytes
 * @param sha256 hash of the bytes, 64 hex digits
 * @param fileName name that the client gave, empty if absent; never trust it as a path
 * @param contentType media type that the client declared, empty if absent
 */
public record Upload(String blob, long size, String sha256, String fileName, String contentType) {
  public Upload {
    sha256 = Json.nullToEmpty(sha256);
    fileName = Json.nullToEmpty(fileName);
    contentType = Json.nullToEmpty(contentType);
  }
}
