package dev.gatehouse.areas.codehost;

import module java.base;

import dev.gatehouse.areas.codehost.CodeHost.CodeHostSource;
import dev.gatehouse.areas.codehost.LanguageStatistics.CodehostStats;
import dev.gatehouse.areas.codehost.LanguageStatistics.LanguageColors;
import dev.gatehouse.areas.codehost.PerRepository.Budget;
import dev.gatehouse.areas.codehost.PerRepository.Result;

/** The answers of a provider whose API is not GitHub's. */
final class ForgeSource implements CodeHostSource {
  private static final int SHOWN = 10;

  private final Forge forge;
  private final LanguageStatistics languages;
  private final PerRepository<List<Branch>> branches;

  ForgeSource(CodeHostApi api, Forge forge, InstantSource clock) {
    this.forge = forge;
    this.languages = new LanguageStatistics(api, forge, LanguageColors.bundled(), clock);
    this.branches = new PerRepository<>(clock);
  }

  @Override
  public CodehostStats stats() {
    return languages.fetch();
  }

  @Override
  public PartialList<RecentRepository> recent() {
    PartialList<Repository> all = forge.repositories();
    return all.with(
        all.items().stream()
            .filter(Repository::isPublic)
            .sorted(
                Comparator.comparing((Repository each) ->
                        Objects.requireNonNullElse(each.pushedAt(), Instant.MIN))
                    .reversed())
            .limit(SHOWN)
            .map(RecentRepository::of)
            .toList());
  }

  @Override
  public IssuesReply issues() {
    return IssuesReply.of(forge.assigned().distinctBy(AssignedIssue::id));
  }

  @Override
  public PartialList<PullRequest> pullRequests() {
    return forge.pullRequests().distinctBy(PullRequest::id);
  }

  @Override
  public PartialList<Branch> branches() {
    PartialList<Repository> all = forge.repositories().distinctBy(Repository::fullName);
    List<Repository> own = all.items().stream().filter(Repository::isOwnWork).toList();
    var fetched = branches.ask(own, this::branches);
    return new PartialList<>(
        fetched.items().stream().flatMap(each -> each.getValue().stream()).toList(),
        all.complete() && fetched.complete(),
        all.unreadable());
  }

  private Result<List<Branch>> branches(
      Repository repository, Optional<List<Branch>> last, Budget budget) {
    if (!budget.take()) {
      return new Result<>(last.orElse(List.of()), false);
    }
    PartialList<Branch> found = forge.branches(repository);
    return new Result<>(found.items(), found.complete());
  }

  /** Requests to a provider whose API is not GitHub's. All methods block. */
  interface Forge extends LanguageStatistics.Source {
    /** Returns the repositories of the shown account; private ones if it is the token's account. */
    PartialList<Repository> repositories();

    /** Returns the issues that are assigned to the token's account. */
    PartialList<AssignedIssue> assigned();

    PartialList<PullRequest> pullRequests();

    /** Returns the branches of a repository with their last commits, in one call for each page. */
    PartialList<Branch> branches(Repository repository);

    /** Returns converted items. Items that cannot be converted are an error of the provider. */
    static <T, R> PartialList<R> converted(PartialList<T> list, Function<T, R> convert) {
      List<R> items = list.items().stream().map(convert).toList();
      return list.with(items);
    }
  }
}
