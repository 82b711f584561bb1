package dev.gatehouse.areas.codehost;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.Objects;

/** A branch that nobody has committed to for a while. */
record StaleBranch(
    String repository,
    String branch,
    @JsonUnwrapped LastCommit commit,
    long daysStale,
    @JsonUnwrapped Standing standing,
    @JsonProperty("html_url") String htmlUrl) {

  /**
   * The commit at its end.
   *
   * @param date the committer's, which a rebase renews; the author's would stay
   * @param author the account, or the name where there is none; may be null
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

  /** The branch's part in its repository. */
  record Standing(boolean isDefault, @JsonProperty("protected") boolean isProtected) {}
}
