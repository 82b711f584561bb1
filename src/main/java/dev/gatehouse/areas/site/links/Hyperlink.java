package dev.gatehouse.areas.site.links;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;

/**
 * A hyperlink.
 *
 * @param revision changes with each change of it
 */
record Hyperlink(
    String id,
    @JsonUnwrapped Content content,
    Instant createdAt,
    Instant updatedAt,
    String revision) {

  /**
   * The content of a hyperlink.
   *
   * @param url http or https
   * @param category personal, social, support or charity
   */
  record Content(
      String url, String title, String description, String category, List<String> tags) {}

  /**
   * A hyperlink in both forms of the specification: {@code link} and {@code url} are the same, and
   * so are {@code updatedAt} and {@code lastUpdated}.
   */
  record View(
      String _id,
      String link,
      @JsonUnwrapped Content content,
      Instant createdAt,
      Instant updatedAt,
      Instant lastUpdated) {}

  View view() {
    return new View(id, content.url(), content, createdAt, updatedAt, updatedAt);
  }
}
