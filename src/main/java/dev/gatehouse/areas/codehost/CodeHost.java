package dev.gatehouse.areas.codehost;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderCache.Ages;
import dev.gatehouse.provider.ProviderCache.Fetched;
import dev.gatehouse.provider.ProviderClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers of the provider, each kept for its time: asked for once for all, served old while a
 * new one is fetched, and for a day while none can be had.
 */
final class CodeHost {
  private static final Logger LOG = LoggerFactory.getLogger(CodeHost.class);
  private static final Duration DAY = Duration.ofHours(24);

  private static final Ages STATS = new Ages(Duration.ofHours(6), DAY, DAY);
  private static final Ages RECENT = new Ages(Duration.ofMinutes(10), Duration.ofHours(1), DAY);
  private static final Ages TOPICS = new Ages(Duration.ofMinutes(2), Duration.ofMinutes(10), DAY);
  private static final Ages BRANCHES = new Ages(Duration.ofMinutes(30), Duration.ofHours(2), DAY);

  /** The age at which an answer that the provider was still counting is asked for again. */
  private static final Duration UNTIL_WHOLE = Duration.ofMinutes(5);

  /** Many calls make an answer; nobody waits so long, since the old one serves meanwhile. */
  private static final Duration FETCH = Duration.ofMinutes(1);

  private static final int MAX_ISSUE_PAGES = 20;
  private static final int BAD_GATEWAY = 502;
  private static final String ALL = "all";

  private final CodeHostApi api;
  private final Accounts accounts;
  private final LanguageStatistics languages;
  private final BranchGraph graph;
  private final BranchList list;
  private final ProviderCache<CodehostStats> stats;
  private final ProviderCache<List<RecentRepository>> recent;
  private final ProviderCache<IssuesReply> issues;
  private final ProviderCache<PartialList<PullRequest>> pulls;
  private final ProviderCache<PartialList<Branch>> branches;

  /** Its methods throw {@link ApiException}, 502 to 504, where nothing is kept that serves. */
  CodeHost(ProviderClient client, CodeHostSettings settings, InstantSource clock) {
    this.api = new CodeHostApi(client, settings);
    this.accounts = new Accounts(api, settings.user());
    this.languages = new LanguageStatistics(api, accounts, LanguageColors.bundled(), clock);
    this.graph = new BranchGraph(api);
    this.list = new BranchList(api, accounts, clock);
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

  /** The owner's public repositories in figures; six hours old at most, or being fetched. */
  Fetched<CodehostStats> stats() {
    return stats.get(ALL, languages::fetch);
  }

  /** His public repositories that were pushed to last. */
  Fetched<List<RecentRepository>> recent() {
    return recent.get(ALL, () -> RecentRepository.fetch(api, accounts.owner().login()));
  }

  /** The issues assigned to the token's account, in all repositories that it sees. */
  Fetched<IssuesReply> issues() {
    return issues.get(ALL, this::fetchIssues);
  }

  /** The pull requests of the token's account. */
  Fetched<PartialList<PullRequest>> pullRequests() {
    return pulls.get(ALL, () -> PullRequest.fetch(api, accounts.viewer().login()));
  }

  /** All branches of the owner's repositories but forks and archives. */
  Fetched<PartialList<Branch>> branches() {
    return branches.get(ALL, this::fetchBranches);
  }

  private IssuesReply fetchIssues() {
    String path = "/issues?filter=assigned&state=all&sort=updated&" + CodeHostApi.PAGE;
    return IssuesReply.of(
        api.list(path, AssignedIssue.class, MAX_ISSUE_PAGES).distinctBy(AssignedIssue::id));
  }

  /** By GraphQL; call by call where that does not work, but not where it is to be left alone. */
  private PartialList<Branch> fetchBranches() {
    try {
      return graph.fetch(accounts.owner().login());
    } catch (ApiException e) {
      if (e.failure().status() != BAD_GATEWAY) {
        throw e;
      }
      LOG.warn("codehost: GraphQL query of branches failed, falling back to REST: {}", e.failure().detail());
      return list.fetch();
    }
  }
}
