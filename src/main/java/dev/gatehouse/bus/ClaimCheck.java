package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * Reference to stored bytes that the HTTP layer streams to the client.
 *
 * @param rendition name of the conversion from stored to served bytes
 * @param blob id of the stored blob
 * @param content description of the served bytes
 * @param version validators for conditional requests
 * @param fileName suggested file name; empty to let the client display the bytes
 */
public record ClaimCheck(
    String rendition,
    String blob,
    @JsonUnwrapped Content content,
    @JsonUnwrapped Version version,
    String fileName) {
  public ClaimCheck {
    rendition = Json.nullToEmpty(rendition);
    fileName = Json.nullToEmpty(fileName);
  }

  /**
   * Description of the served bytes.
   *
   * @param length length in bytes, or -1 if it is known only after streaming
   * @param contentType their media type
   */
  public record Content(long length, String contentType) {
    public Content {
      contentType = Json.nullToEmpty(contentType);
    }
  }

  /**
   * Validators for conditional requests.
   *
   * @param etag strong entity tag without quotes; empty if absent
   * @param lastModified time when the served bytes last changed; null if unknown
   */
  public record Version(String etag, Instant lastModified) {
    public static final Version NONE = new Version("", null);

    public Version {
      etag = Json.nullToEmpty(etag);
    }
  }

  public long length() {
    return content.length();
  }

  public String contentType() {
    return content.contentType();
  }

  public String etag() {
    return version.etag();
  }

  public Instant lastModified() {
    return version.lastModified();
  }
}
