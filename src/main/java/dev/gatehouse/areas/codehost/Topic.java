package dev.gatehouse.areas.codehost;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The parts that issues and pull requests have in common. */
final class Topic {
  private static final String CLOSED = "closed";

  private Topic() {}

  /** The number within its repository, and what it is about. */
  record Heading(int number, String title, String state, @JsonProperty("html_url") String htmlUrl) {
    Heading {
      Objects.requireNonNull(title);
      Objects.requireNonNull(htmlUrl);
    }
  }

  /** The times of its life. */
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
   * A label; the provider writes some as their name alone.
   *
   * @param color six hexadecimal digits; empty where there is none
   */
  record Label(String name, String color, String description) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Label of(Object told) {
      return switch (told) {
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

  static List<Label> labels(List<Label> told) {
    return told == null ? List.of() : told.stream().filter(Objects::nonNull).toList();
  }

  /** One of the two states; what else the provider may call it one day is not over. */
  static String state(String told) {
    return CLOSED.equals(told) ? CLOSED : "open";
  }

  /** The full name of a repository, of its address in the API. */
  static String repository(String apiUrl) {
    int start = apiUrl.lastIndexOf("/repos/");
    if (start < 0) {
      throw new IllegalArgumentException("invalid repository URL");
    }
    return apiUrl.substring(start + "/repos/".length());
  }
}
