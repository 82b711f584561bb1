package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.bus.Json;

/** The fields that issues and pull requests have in common. */
final class Topic {

  private Topic() {}

  /** Number within the repository, title, state and URL. */
  record Heading(int number, String title, String state, @JsonProperty("html_url") String htmlUrl) {
    Heading {
      Objects.requireNonNull(title);
      Objects.requireNonNull(htmlUrl);
    }
  }

  /** Times of creation, last update and closing. */
  record Times(
      @JsonProperty("created_at") Instant createdAt,
      @JsonProperty("updated_at") Instant updatedAt,
      @JsonProperty("closed_at") Instant closedAt) {
    Times {
      Objects.requireNonNull(createdAt);
      Objects.requireNonNull(updatedAt);
    }
  }

  /**
   * Label of an issue. The provider returns some labels as a plain name.
   *
   * @param color six hexadecimal digits; empty if absent
   */
  record Label(String name, String color, String description) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Label of(Object given) {
      return switch (given) {
        case String name -> new Label(name, "", "");
        case Map<?, ?> label ->
            new Label(text(label, "name"), text(label, "color"), text(label, "description"));
        default -> throw new IllegalArgumentException("no label");
      };
    }

    private static String text(Map<?, ?> label, String field) {
      return label.get(field) instanceof String text ? text : "";
    }
  }

  static List<Label> labels(List<Label> given) {
    return Json.present(given);
  }

  /** Returns open or closed. Any other state that the provider may introduce counts as open. */
  static String state(String given) {
    return "closed".equals(given) ? "closed" : "open";
  }

  /** Returns the full name of a repository from its API URL. */
  static String repository(String apiUrl) {
    int start = apiUrl.lastIndexOf("/repos/");
    if (start < 0) {
      throw new IllegalArgumentException("invalid repository URL");
    }
    return apiUrl.substring(start + "/repos/".length());
  }
}
