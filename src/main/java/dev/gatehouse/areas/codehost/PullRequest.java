package dev.gatehouse.areas.codehost;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.provider.ProviderRequest;
import java.time.Instant;
import java.util.List;

/**
 * A pull request of the token's account.
 *
 * @param repository its full name
 * @param heading the state among it: open, closed or merged
 */
record PullRequest(
    long id,
    String repository,
    @JsonUnwrapped Topic.Heading heading,
    @JsonUnwrapped Topic.Times times,
    @JsonUnwrapped Merge merge,
    List<Topic.Label> labels) {

  /**
   * The way into the branch that it is for.
   *
   * @param mergedAt null where it was not merged
   */
  record Merge(boolean draft, @JsonProperty("merged_at") Instant mergedAt) {}

  /** Those of an account, the one that something happened to last first; asks the provider. */
  static PartialList<PullRequest> fetch(CodeHostApi api, String account) {
    String query = ProviderRequest.encode("is:pr author:" + account + " archived:false");
    PartialList<FoundPullRequest> found =
        api.search(
                "/search/issues?q=" + query + "&sort=updated&" + CodeHostApi.PAGE,
                FoundPullRequest.class)
            .distinctBy(FoundPullRequest::id);
    return new PartialList<>(
        found.items().stream().map(FoundPullRequest::shown).toList(), found.complete());
  }
}
