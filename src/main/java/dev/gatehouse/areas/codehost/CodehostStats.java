package dev.gatehouse.areas.codehost;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.provider.Freshness;
import java.math.BigDecimal;
import java.util.List;

/**
 * Statistics of the owner's public repositories.
 *
 * @param stats sorted largest first; the shares sum to 100, or the list is empty
 * @param incomplete true if a repository is not counted yet; else absent
 * @param freshness of the list of repositories
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CodehostStats(
    List<LanguageShare> stats,
    @JsonProperty("public_repos") int publicRepos,
    int followers,
    int following,
    Boolean incomplete,
    @JsonUnwrapped Freshness freshness) {

  /** Returns these statistics with the time at which they were fetched. */
  CodehostStats at(Freshness fetched) {
    return new CodehostStats(stats, publicRepos, followers, following, incomplete, fetched);
  }

  /**
   * A language's share of all bytes.
   *
   * @param value in percent, with one decimal
   * @param color {@code #rrggbb}
   */
  record LanguageShare(String name, BigDecimal value, String color) {}
}
