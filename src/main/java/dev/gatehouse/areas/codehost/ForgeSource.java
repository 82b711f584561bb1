package dev.gatehouse.areas.codehost;

import module java.base;

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
}
