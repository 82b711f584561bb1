package dev.gatehouse.areas.codehost;

import dev.gatehouse.areas.codehost.CodeHostModule.CodeHostSettings;
import dev.gatehouse.areas.codehost.LanguageStatistics.CodehostStats;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderCache.Ages;
import dev.gatehouse.provider.ProviderCache.Fetched;
import dev.gatehouse.provider.ProviderClient;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Cached answers of the provider. Concurrent requests share one fetch. A stale answer is served
 * during a refresh, and for a day while the provider fails.
 */
final class CodeHost {
  private static final Duration DAY = Duration.ofHours(24);

  private static final Ages STATS = new Ages(Duration.ofHours(6), DAY, DAY);
  private static final Ages RECENT = new Ages(Duration.ofMinutes(10), Duration.ofHours(1), DAY);
  private static final Ages TOPICS = new Ages(Duration.ofMinutes(2), Duration.ofMinutes(10), DAY);
  private static final Ages BRANCHES = new Ages(Duration.ofMinutes(30), Duration.ofHours(2), DAY);

  /** Age at which an incomplete reply is fetched again. */
  private static final Duration UNTIL_WHOLE = Duration.ofMinutes(5);

  /** Timeout of a refresh, which makes many calls. Clients get the stale answer meanwhile. */
  private static final Duration FETCH = Duration.ofMinutes(1);

  private static final String ALL = "all";

  private final CodeHostSource source;
  private final ProviderCache<CodehostStats> stats;
  private final ProviderCache<PartialList<RecentRepository>> recent;
  private final ProviderCache<IssuesReply> issues;
  private final ProviderCache<PartialList<PullRequest>> pulls;
  private final ProviderCache<PartialList<Branch>> branches;

  /**
   * Creates the caches. The methods throw {@link ApiException} with 502, 503 or 504 if no usable
   * reply is cached and the fetch fails.
   */
  CodeHost(ProviderClient client, CodeHostSettings settings, InstantSource clock) {
    var api = new CodeHostApi(client, settings);
    this.source =
        switch (settings.provider()) {
          case GITHUB -> GitHub.of(api, settings.user(), clock);
          case GITEA -> new ForgeSource(api, new Gitea(api, settings.user()), clock);
          case GITLAB -> new ForgeSource(api, new GitLab(api, settings.user()), clock);
        };
    this.stats =
        client
            .<CodehostStats>cache(STATS, 1, FETCH)
            .sooner(counted -> counted.incomplete() != null, UNTIL_WHOLE);
    this.recent = client.cache(RECENT, 1, FETCH);
    this.issues = client.cache(TOPICS, 1, FETCH);
    this.pulls = client.cache(TOPICS, 1, FETCH);
    this.branches =
        client
            .<PartialList<Branch>>cache(BRANCHES, 1, FETCH)
            .sooner(known -> !known.complete(), UNTIL_WHOLE);
  }

  /**
   * Returns statistics of the owner's public repositories. They are at most six hours old, or a
   * fetch is in progress.
   */
  Fetched<CodehostStats> stats() {
    return stats.get(ALL, source::stats);
  }

  /** Returns the public repositories with the most recent pushes. */
  Fetched<PartialList<RecentRepository>> recent() {
    return recent.get(ALL, source::recent);
  }

  /**
   * Returns the issues assigned to the token's account, in all repositories that the token can see.
   */
  Fetched<IssuesReply> issues() {
    return issues.get(ALL, source::issues);
  }

  /** Returns the pull requests of the token's account. */
  Fetched<PartialList<PullRequest>> pullRequests() {
    return pulls.get(ALL, source::pullRequests);
  }

  /** Returns all branches of the owner's repositories, without forks and archived repositories. */
  Fetched<PartialList<Branch>> branches() {
    return branches.get(ALL, source::branches);
  }

  /** Requests to a provider, without a cache. All methods block. */
  interface CodeHostSource {
    /** Returns statistics of the owner's public repositories. */
    CodehostStats stats();

    /** Returns the public repositories with the latest pushes, at most ten. */
    PartialList<RecentRepository> recent();

    /** Returns the issues that are assigned to the token's account. */
    IssuesReply issues();

    /** Returns the pull requests of the token's account, most recently updated first. */
    PartialList<PullRequest> pullRequests();

    /** Returns all branches of the owner's repositories, without forks and archived ones. */
    PartialList<Branch> branches();
  }
}
