package dev.gatehouse.areas.codehost;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** A repository in the provider's words. */
record Repository(
    String name,
    @JsonProperty("full_name") String fullName,
    Owner owner,
    @JsonProperty("private") Boolean isPrivate,
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

  /** An account and a name of its own; both become part of the addresses that are asked. */
  private static final Pattern FULL_NAME =
      Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]*/(?!\\.{1,2}$)[A-Za-z0-9_.-]+");

  Repository {
    Objects.requireNonNull(name);
    PageLink.checked(htmlUrl);
    if (!FULL_NAME.matcher(fullName).matches()) {
      throw new IllegalArgumentException("invalid repository name");
    }
    topics = topics == null ? List.of() : topics.stream().filter(Objects::nonNull).toList();
  }

  record Owner(String login) {}

  /** Returns whether the provider says so twice; what it does not say is not public. */
  boolean isPublic() {
    return Boolean.FALSE.equals(isPrivate) && "public".equals(visibility);
  }

  /** Returns whether it is the owner's own work, and goes on. */
  boolean isOwnWork() {
    return !fork && !archived;
  }

  /** The account that it belongs to. */
  String account() {
    return fullName.substring(0, fullName.indexOf('/'));
  }
}
