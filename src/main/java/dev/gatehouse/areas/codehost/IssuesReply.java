package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.provider.Freshness;

/** Assigned issues, grouped by the full name of their repository. */
record IssuesReply(
    @JsonProperty("total_count") int totalCount,
    @JsonProperty("open_count") int openCount,
    @JsonProperty("closed_count") int closedCount,
    @JsonProperty("issues_by_repository") Map<String, RepositoryIssues> issuesByRepository,
    IssuesSummary summary,
    @JsonUnwrapped Freshness freshness) {

  /** Issues of one repository, most recently updated first. */
  record RepositoryIssues(IssueRepository repository, List<Issue> issues) {}

  record IssueRepository(
      String name,
      @JsonProperty("full_name") String fullName,
      String owner,
      @JsonProperty("html_url") String htmlUrl,
      @JsonProperty("private") boolean isPrivate) {

    /** Returns a repository of which only the name is known. It is not treated as public. */
    static IssueRepository named(String fullName, String issueUrl) {
      int slash = fullName.lastIndexOf('/');
      return new IssueRepository(
          fullName.substring(slash + 1),
          fullName,
          fullName.substring(0, Math.max(0, slash)),
          issueUrl.replaceFirst("(/-)?/(issues|work_items|pull|pulls)/\\d+$", ""),
          true);
    }
  }

  /**
   * An issue or a pull request.
   *
   * @param milestone absent if it has none
   */
  record Issue(
      @JsonUnwrapped Topic.Heading heading,
      @JsonUnwrapped Topic.Times times,
      List<Topic.Label> labels,
      @JsonInclude(JsonInclude.Include.NON_NULL) Milestone milestone,
      @JsonProperty("pull_request") boolean pullRequest) {}

  record Milestone(String title, @JsonProperty("due_on") Instant dueOn) {}

  /**
   * Counts and state of the reply.
   *
   * @param incomplete true if there are more issues than shown; else absent
   */
  record IssuesSummary(
      @JsonProperty("total_repositories") int totalRepositories,
      @JsonProperty("retrieved_at") Instant retrievedAt,
      @JsonInclude(JsonInclude.Include.NON_NULL) Boolean incomplete) {}

  /** Returns this reply with the time at which its data was fetched. */
  IssuesReply at(Freshness fetched) {
    return new IssuesReply(
        totalCount,
        openCount,
        closedCount,
        issuesByRepository,
        new IssuesSummary(summary.totalRepositories(), fetched.fetchedAt(), summary.incomplete()),
        fetched);
  }

  static IssuesReply of(PartialList<AssignedIssue> fetched) {
    Map<String, RepositoryIssues> grouped = new LinkedHashMap<>();
    for (AssignedIssue issue : fetched.items()) {
      grouped
          .computeIfAbsent(
              issue.place(),
              first -> new RepositoryIssues(issue.shownRepository(), new ArrayList<>()))
          .issues()
          .add(issue.shown());
    }
    int open =
        (int)
            fetched.items().stream()
                .filter(issue -> Topic.state(issue.state()).equals("open"))
                .count();
    return new IssuesReply(
        fetched.items().size(),
        open,
        fetched.items().size() - open,
        grouped,
        new IssuesSummary(grouped.size(), Instant.EPOCH, fetched.incomplete()),
        Freshness.ofList(fetched.unreadable()));
  }
}
