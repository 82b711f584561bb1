package dev.gatehouse.areas.codehost;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.Objects;

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
