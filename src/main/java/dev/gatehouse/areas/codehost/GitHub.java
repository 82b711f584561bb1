package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.areas.codehost.Branch.StaleBranch;
import dev.gatehouse.areas.codehost.Branch.StaleBranch.LastCommit;
import dev.gatehouse.areas.codehost.CodeHost.CodeHostSource;
import dev.gatehouse.areas.codehost.LanguageStatistics.CodehostStats;
import dev.gatehouse.areas.codehost.LanguageStatistics.LanguageColors;
import dev.gatehouse.areas.codehost.PerRepository.Budget;
import dev.gatehouse.areas.codehost.PerRepository.Result;
import dev.gatehouse.bus.ApiException;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A provider with GitHub's API. */
record GitHub(
    CodeHostApi api,
    Accounts accounts,
    LanguageStatistics languages,
    BranchGraph graph,
    BranchList list)
    implements CodeHostSource {
  private static final Logger LOG = LoggerFactory.getLogger(GitHub.class);
  private static final int MAX_ISSUE_PAGES = 20;
  private static final int BAD_GATEWAY = 502;

  static GitHub of(CodeHostApi api, String user, InstantSource clock) {
    var accounts = new Accounts(api, user);
    return new GitHub(
        api,
        accounts,
        new LanguageStatistics(
            api, new LanguageStatistics.GitHub(api, accounts), LanguageColors.bundled(), clock),
        new BranchGraph(api),
        new BranchList(api, accounts, clock));
  }

  @Override
  public CodehostStats stats() {
    return languages.fetch();
  }

  @Override
  public PartialList<RecentRepository> recent() {
    return RecentRepository.fetch(api, accounts.owner().login());
  }

  @Override
  public PartialList<PullRequest> pullRequests() {
    return PullRequest.fetch(api, accounts.viewer().login());
  }

  @Override
  public IssuesReply issues() {
    String path = "/issues?filter=assigned&state=all&sort=updated&" + CodeHostApi.PAGE;
    return IssuesReply.of(
        api.list(path, AssignedIssue.class, MAX_ISSUE_PAGES).distinctBy(AssignedIssue::id));
  }

  /**
   * Fetches branches by GraphQL, and by REST if GraphQL fails with 502. Other failures are not
   * retried, because the provider may have requested a pause.
   */
  @Override
  public PartialList<Branch> branches() {
    try {
      return graph.fetch(accounts.owner().login());
    } catch (ApiException e) {
      if (e.failure().status() != BAD_GATEWAY) {
        throw e;
      }
      LOG.warn(
          "codehost: GraphQL query of branches failed, falling back to REST: {}",
          e.failure().detail());
      return list.fetch();
    }
  }

  /**
   * Fetches all branches of an account by REST, if there is no GraphQL. It lists the branches of
   * each repository and reads the last commit of each branch, with one call for each commit.
   *
   * <p>To save calls, a repository is read again only after a push, and a known commit never.
   */
  static final class BranchList {
    private static final int MAX_PAGES = 10;

    private final CodeHostApi api;
    private final Accounts accounts;
    private final PerRepository<List<Branch>> branches;

    record Item(String name, Sha commit, @JsonProperty("protected") boolean isProtected) {
      Item {
        Objects.requireNonNull(name);
        if (!commit.sha().matches("[0-9a-f]{7,64}")) {
          throw new IllegalArgumentException("no commit");
        }
      }
    }

    record Sha(String sha) {}

    /** A commit as the provider returns it: its author's account, and the commit's own data. */
    record Commit(String sha, Author author, Inner commit) {}

    record Author(String login) {}

    record Inner(Signature author, Signature committer) {}

    record Signature(String name, Instant date) {}

    BranchList(CodeHostApi api, Accounts accounts, InstantSource clock) {
      this.api = api;
      this.accounts = accounts;
      this.branches = new PerRepository<>(clock);
    }

    PartialList<Branch> fetch() {
      PartialList<Repository> all =
          api.list(accounts.repositories() + CodeHostApi.PAGE, Repository.class, MAX_PAGES)
              .distinctBy(Repository::fullName);
      List<Repository> asked = all.items().stream().filter(Repository::isOwnWork).toList();
      PartialList<Map.Entry<Repository, List<Branch>>> fetched =
          branches.ask(asked, this::branches);
      return new PartialList<>(
          fetched.items().stream().flatMap(each -> each.getValue().stream()).toList(),
          all.complete() && fetched.complete(),
          all.unreadable());
    }

    private Result<List<Branch>> branches(
        Repository repository, Optional<List<Branch>> last, Budget budget) {
      Map<String, LastCommit> known =
          last.orElse(List.of()).stream()
              .map(Branch::commit)
              .collect(Collectors.toMap(LastCommit::sha, Function.identity(), (one, same) -> one));
      if (!budget.take()) {
        return new Result<>(last.orElse(List.of()), false);
      }
      String path = "/repos/" + repository.fullName();
      PartialList<Item> items =
          api.listIfThere(path + "/branches?" + CodeHostApi.PAGE, Item.class, MAX_PAGES);
      List<Branch> fetched = new ArrayList<>();
      boolean whole = items.complete();
      for (Item item : items.items()) {
        boolean isKnown = known.containsKey(item.commit().sha());
        if (!isKnown && !budget.take()) {
          whole = false;
        } else {
          Optional.ofNullable(known.get(item.commit().sha()))
              .or(() -> commit(path, item.commit().sha()))
              .map(commit -> branch(repository, item, commit))
              .ifPresent(fetched::add);
        }
      }
      return new Result<>(List.copyOf(fetched), whole);
    }

    private Optional<LastCommit> commit(String path, String sha) {
      return api.getIfThere(path + "/commits/" + sha)
          .map(reply -> api.client().read(reply, Commit.class, BranchList::last));
    }

    private static LastCommit last(Commit fetched) {
      boolean known = fetched.author() != null && fetched.author().login() != null;
      Signature author = fetched.commit().author();
      String name = author == null ? null : author.name();
      return new LastCommit(
          fetched.sha(),
          fetched.commit().committer().date(),
          known ? fetched.author().login() : name);
    }

    private static Branch branch(Repository repository, Item item, LastCommit commit) {
      return new Branch(
          repository.fullName(),
          item.name(),
          commit,
          new StaleBranch.Standing(
              item.name().equals(repository.defaultBranch()), item.isProtected()),
          Branch.address(repository.htmlUrl(), item.name()));
    }
  }
}
