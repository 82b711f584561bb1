package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.provider.ProviderRequest;
import java.time.Instant;
import java.util.List;

/**
 * A pull request of the token's account.
 *
 * @param repository full name of the repository
 * @param heading contains the state: open, closed or merged
 * @param mergedAt null if it was not merged
 */
record PullRequest(
    long id,
    String repository,
    @JsonUnwrapped Topic.Heading heading,
    @JsonUnwrapped Topic.Times times,
    boolean draft,
    @JsonProperty("merged_at") Instant mergedAt,
    List<Topic.Label> labels) {

  /** Fetches the pull requests of an account, most recently updated first. */
  static PartialList<PullRequest> fetch(CodeHostApi api, String account) {
    String query = ProviderRequest.encode("is:pr author:" + account + " archived:false");
    PartialList<FoundPullRequest> found =
        api.search(
                "/search/issues?q=" + query + "&sort=updated&" + CodeHostApi.PAGE,
                FoundPullRequest.class)
            .distinctBy(FoundPullRequest::id);
    return found.with(found.items().stream().map(FoundPullRequest::shown).toList());
  }

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
          draft,
          merged,
          Topic.labels(labels));
    }
  }
}
