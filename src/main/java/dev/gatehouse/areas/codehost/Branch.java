package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.provider.ProviderRequest;

/**
 * A branch and its last commit.
 *
 * @param repository full name of the repository
 * @param htmlUrl URL of the branch for browsers
 */
record Branch(
    String repository,
    String name,
    StaleBranch.LastCommit commit,
    StaleBranch.Standing standing,
    String htmlUrl) {

  /** Returns the URL of a branch. Its name may contain any characters. */
  static String address(String repositoryUrl, String name) {
    return repositoryUrl
        + "/tree/"
        + Arrays.stream(name.split("/", -1))
            .map(ProviderRequest::encode)
            .collect(Collectors.joining("/"));
  }

  /** Returns the whole days since the last commit; 0 if the commit is dated in the future. */
  long age(Instant now) {
    return Math.max(0, Duration.between(commit.date(), now).toDays());
  }

  StaleBranch shown(Instant now) {
    return new StaleBranch(repository, name, commit, age(now), standing, htmlUrl);
  }

  /** Branch without recent commits. */
  record StaleBranch(
      String repository,
      String branch,
      @JsonUnwrapped LastCommit commit,
      long daysStale,
      @JsonUnwrapped Standing standing,
      @JsonProperty("html_url") String htmlUrl) {

    /**
     * The last commit of a branch.
     *
     * @param date the committer's date, which a rebase updates
     * @param author the account, or the name without an account; may be null
     */
    record LastCommit(
        @JsonProperty("lastCommitSha") String sha,
        @JsonProperty("lastCommitDate") Instant date,
        String author) {
      LastCommit {
        Objects.requireNonNull(sha);
        Objects.requireNonNull(date);
      }
    }

    /** Role of the branch in its repository. */
    record Standing(boolean isDefault, @JsonProperty("protected") boolean isProtected) {}
  }
}
