package dev.gatehouse.bus;

/**
 * A streamed body that already lies in the blob store; the bytes themselves never cross the bus.
 *
 * @param blob the staged blob's id
 * @param size in bytes
 * @param sha256 of the bytes, 64 hex digits
 * @param fileName the name the client gave, empty if none; never to be trusted as a path
 * @param contentType the media type the client claimed, empty if none
 */
public record Upload(String blob, long size, String sha256, String fileName, String contentType) {
  public Upload {
    sha256 = NullText.nullToEmpty(sha256);
    fileName = NullText.nullToEmpty(fileName);
    contentType = NullText.nullToEmpty(contentType);
  }
}
