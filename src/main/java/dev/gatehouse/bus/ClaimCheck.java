package dev.gatehouse.bus;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * A reference to stored bytes that http streams to the client itself.
 *
 * @param rendition how the stored bytes become the served ones
 * @param blob the stored blob's id
 * @param content the served bytes
 * @param version the validators that clients ask by
 * @param fileName offered for saving, empty to leave the client to show the bytes
 */
public record ClaimCheck(
    String rendition,
    String blob,
    @JsonUnwrapped Content content,
    @JsonUnwrapped Version version,
    String fileName) {
  public ClaimCheck {
    rendition = NullText.nullToEmpty(rendition);
    fileName = NullText.nullToEmpty(fileName);
  }

  /**
   * The served bytes.
   *
   * @param length how many, or -1 when only streaming tells
   * @param contentType their media type
   */
  public record Content(long length, String contentType) {
    public Content {
      contentType = NullText.nullToEmpty(contentType);
    }
  }

  /**
   * The validators that clients ask by.
   *
   * @param etag strong, without quotes; empty if there is none
   * @param lastModified when the served bytes changed last, null if unknown
   */
  public record Version(String etag, Instant lastModified) {
    public static final Version NONE = new Version("", null);

    public Version {
      etag = NullText.nullToEmpty(etag);
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
