package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.bus.Json;

/** A repository as the provider returns it. */
record Repository(
    String name,
    @JsonProperty("full_name") String fullName,
    Owner owner,
    @JsonProperty("private") JsonNode isPrivate,
    String visibility,
    boolean fork,
    boolean archived,
    @JsonProperty("html_url") String htmlUrl,
    String description,
    String language,
    @JsonProperty("stargazers_count") int stars,
    @JsonProperty("forks_count") int forks,
    List<String> topics,
    @JsonProperty("pushed_at") Instant pushedAt,
    @JsonProperty("updated_at") Instant updatedAt,
    @JsonProperty("default_branch") String defaultBranch) {

  /** Account or group, and repository name. Both become part of request URLs. */
  private static final Pattern FULL_NAME =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9_.-]+)+");

  Repository {
    Objects.requireNonNull(name);
    PageLink.checked(htmlUrl);
    if (!FULL_NAME.matcher(fullName).matches()) {
      throw new IllegalArgumentException("invalid repository name");
    }
    topics = Json.present(topics);
  }

  record Owner(String login) {}

  /**
   * Returns whether the provider marks the repository as not private. Only the boolean false does,
   * unlike 0 or the text {@code "false"}.
   */
  boolean isNotPrivate() {
    return isPrivate != null && isPrivate.isBoolean() && !isPrivate.booleanValue();
  }

  /** Returns whether both of the provider's fields mark the repository as public. */
  boolean isPublic() {
    return isNotPrivate() && "public".equals(visibility);
  }

  /** Returns whether the repository is neither a fork nor archived. */
  boolean isOwnWork() {
    return !fork && !archived;
  }

  /** Returns the name of the account that owns the repository. */
  String account() {
    return fullName.substring(0, fullName.lastIndexOf('/'));
  }
}
