package dev.gatehouse.areas.codehost;

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
 */
record PullRequest(
    long id,
    String repository,
    @JsonUnwrapped Topic.Heading heading,
    @JsonUnwrapped Topic.Times times,
    @JsonUnwrapped Merge merge,
    List<Topic.Label> labels) {

  /**
   * State of the merge into the target branch.
   *
   * @param mergedAt null if it was not merged
   */
  record Merge(boolean draft, @JsonProperty("merged_at") Instant mergedAt) {}

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
}
