package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.codehost.Branch.StaleBranch;
import dev.gatehouse.areas.codehost.LanguageStatistics.CodehostStats;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.ProviderCache.Fetched;

/**
 * The owner's work on a code host: public statistics, and issues and branches for signed-in
 * callers.
 *
 * @param provider empty if none is configured
 */
record CodeHostArea(Optional<CodeHost> provider, InstantSource clock) implements Area {
  private record RecentRepositories(
      boolean success,
      List<RecentRepository> repositories,
      int count,
      @JsonProperty("retrieved_at") Instant retrievedAt,
      @JsonUnwrapped Freshness freshness) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record PullRequests(
      boolean success,
      @JsonProperty("pull_requests") List<PullRequest> pullRequests,
      int count,
      Boolean incomplete,
      @JsonProperty("retrieved_at") Instant retrievedAt,
      @JsonUnwrapped Freshness freshness) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record StaleBranches(
      boolean success,
      List<StaleBranch> branches,
      int count,
      Boolean incomplete,
      @JsonProperty("retrieved_at") Instant retrievedAt,
      @JsonUnwrapped Freshness freshness) {}

  @Override
  public String name() {
    return "codehost";
  }

  @Override
  public Map<String, Handler> operations() {
    return Map.of(
        "codehost.stats", Area.returning(CodehostStats.class, this::stats),
        "codehost.recentRepos", Area.returning(RecentRepositories.class, this::recentRepos),
        "codehost.issues", Area.returning(IssuesReply.class, this::issues),
        "codehost.pullRequests", Area.returning(PullRequests.class, this::pullRequests),
        "codehost.staleBranches", Area.returning(StaleBranches.class, this::staleBranches));
  }

  private CodeHost host() {
    return provider.orElseThrow(() ->
        ApiException.of(
            ErrorCode.NOT_CONFIGURED, "codehost is not configured: set GATEHOUSE_CODEHOST_TOKEN"));
  }

  private Answer stats(Call call) {
    Fetched<CodehostStats> fetched = host().stats();
    Freshness freshness = Freshness.of(fetched, fetched.value().freshness().unreadable());
    return answer(fetched.value().at(freshness), freshness).with(tag(freshness));
  }

  private Answer recentRepos(Call call) {
    Fetched<PartialList<RecentRepository>> fetched = host().recent();
    List<RecentRepository> repositories = fetched.value().items();
    Freshness freshness = of(fetched);
    return answer(
            new RecentRepositories(
                true, repositories, repositories.size(), freshness.fetchedAt(), freshness),
            freshness)
        .with(tag(freshness));
  }

  private Answer issues(Call call) {
    Fetched<IssuesReply> fetched = host().issues();
    Freshness freshness = Freshness.of(fetched, fetched.value().freshness().unreadable());
    return answer(fetched.value().at(freshness), freshness);
  }

  private Answer pullRequests(Call call) {
    Fetched<PartialList<PullRequest>> fetched = host().pullRequests();
    PartialList<PullRequest> found = fetched.value();
    Freshness freshness = of(fetched);
    return answer(
        new PullRequests(
            true,
            found.items(),
            found.items().size(),
            found.incomplete(),
            freshness.fetchedAt(),
            freshness),
        freshness);
  }

  private Answer staleBranches(Call call) {
    long daysStale = call.number("daysStale");
    boolean includeDefault = call.flag("includeDefault");
    Fetched<PartialList<Branch>> fetched = host().branches();
    Instant now = clock.instant();
    List<StaleBranch> stale =
        fetched.value().items().stream()
            .filter(branch -> branch.age(now) >= daysStale)
            .filter(branch -> includeDefault || !branch.standing().isDefault())
            .sorted(
                Comparator.comparing((Branch branch) -> branch.commit().date())
                    .thenComparing(Branch::repository)
                    .thenComparing(Branch::name))
            .map(branch -> branch.shown(now))
            .toList();
    Freshness freshness = of(fetched);
    return answer(
        new StaleBranches(
            true,
            stale,
            stale.size(),
            fetched.value().incomplete(),
            freshness.fetchedAt(),
            freshness),
        freshness);
  }

  private Answer answer(Object reply, Freshness freshness) {
    return Answer.ok(reply).with(freshness.headers(clock.instant()));
  }

  private static Freshness of(Fetched<? extends PartialList<?>> fetched) {
    return Freshness.of(fetched, fetched.value().unreadable());
  }

  /** Returns an ETag that changes when a new reply is fetched, and when the reply becomes stale. */
  private static Map<String, String> tag(Freshness freshness) {
    String stale = freshness.stale() ? "-stale" : "";
    return Map.of("ETag", "W/\"" + freshness.fetchedAt().toEpochMilli() + stale + '"');
  }
}
