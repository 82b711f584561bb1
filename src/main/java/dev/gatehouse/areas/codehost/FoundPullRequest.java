package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Pull request in the provider's search results. */
record FoundPullRequest(
    long id,
    int number,
    String title,
    String state,
    boolean draft,
    @JsonProperty("html_url") String htmlUrl,
    @JsonProperty("repository_url") String repositoryUrl,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("updated_at") Instant updatedAt,
    @JsonProperty("closed_at") Instant closedAt,
    @JsonProperty("pull_request") Merging pullRequest,
    List<Topic.Label> labels) {

  FoundPullRequest {
    Objects.requireNonNull(title);
    PageLink.checked(htmlUrl);
    Objects.requireNonNull(createdAt);
    Objects.requireNonNull(updatedAt);
    if (!repositoryUrl.contains("/repos/")) {
      throw new IllegalArgumentException("invalid repository URL");
    }
  }

  record Merging(@JsonProperty("merged_at") Instant mergedAt) {}

  PullRequest shown() {
    Instant merged = pullRequest == null ? null : pullRequest.mergedAt();
    String shownState = merged == null ? Topic.state(state) : "merged";
    return new PullRequest(
        id,
        Topic.repository(repositoryUrl),
        new Topic.Heading(number, title, shownState, htmlUrl),
        new Topic.Times(createdAt, updatedAt, closedAt),
        new PullRequest.Merge(draft, merged),
        Topic.labels(labels));
  }
}
