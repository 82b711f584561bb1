package dev.gatehouse.areas.codehost;

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
}
