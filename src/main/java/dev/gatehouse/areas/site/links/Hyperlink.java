package dev.gatehouse.areas.site.links;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/**
 * A hyperlink.
 *
 * @param revision changes with each change of the hyperlink
 */
record Hyperlink(
    String id,
    @JsonUnwrapped Content content,
    Instant createdAt,
    Instant updatedAt,
    String revision) {

  /**
   * Content of a hyperlink.
   *
   * @param url http or https
   * @param category personal, social, support or charity
   */
  record Content(
      String url, String title, String description, String category, List<String> tags) {}

  /**
   * A hyperlink in replies, with both names of the aliased fields: {@code link} equals {@code url},
   * and {@code lastUpdated} equals {@code updatedAt}.
   */
  record View(
      String _id,
      String link,
      @JsonUnwrapped Content content,
      Instant createdAt,
      Instant updatedAt,
      Instant lastUpdated) {}

  /** Returns the query for this revision. */
  JsonObject asRead() {
    return Query.where("_id").is(id).and("revision").is(revision).json();
  }

  View view() {
    return new View(id, content.url(), content, createdAt, updatedAt, updatedAt);
  }
}
