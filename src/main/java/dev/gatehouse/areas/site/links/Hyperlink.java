package dev.gatehouse.areas.site.links;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;

/**
 * A hyperlink.
 *
 * @param position place in the list; hyperlinks with the same place are sorted oldest first
 * @param revision changes with each change of the hyperlink
 */
record Hyperlink(
    String id,
    @JsonUnwrapped Content content,
    Instant createdAt,
    Instant updatedAt,
    int position,
    String revision) {

  static final Comparator<Hyperlink> ORDER =
      Comparator.comparingInt(Hyperlink::position)
          .thenComparing(Hyperlink::createdAt)
          .thenComparing(Hyperlink::id);

  /**
   * Content of a hyperlink.
   *
   * @param url http, https, mailto, tel or sms
   * @param category personal, social, support or charity
   */
  record Content(
      String url, String title, String description, String category, List<String> tags) {}

  /**
   * A hyperlink in replies, with both names of the aliased fields: {@code link} equals {@code url},
   * and {@code lastUpdated} equals {@code updatedAt}.
   *
   * @param duplicateOf ID of another hyperlink with the same URL, in the reply of its creation
   */
  record View(
      String _id,
      String link,
      @JsonUnwrapped Content content,
      Instant createdAt,
      Instant updatedAt,
      Instant lastUpdated,
      int position,
      @JsonInclude(JsonInclude.Include.NON_NULL) String duplicateOf) {}

  /** Returns the query for this revision. */
  JsonObject asRead() {
    return Query.where("_id").is(id).and("revision").is(revision).json();
  }

  View view() {
    return view(null);
  }

  View view(String duplicateOf) {
    return new View(
        id, content.url(), content, createdAt, updatedAt, updatedAt, position, duplicateOf);
  }
}
