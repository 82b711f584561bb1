package dev.gatehouse.areas.codehost;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.List;

/**
 * The owner's public repositories in figures.
 *
 * @param stats the largest share first; they sum to 100, or there are none
 * @param incomplete true where a repository is not counted yet; else absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CodehostStats(
    List<LanguageShare> stats,
    @JsonProperty("public_repos") int publicRepos,
    int followers,
    int following,
    Boolean incomplete) {

  /**
   * A language's share of all bytes.
   *
   * @param value per cent, with one decimal
   * @param color {@code #rrggbb}
   */
  record LanguageShare(String name, BigDecimal value, String color) {}
}
