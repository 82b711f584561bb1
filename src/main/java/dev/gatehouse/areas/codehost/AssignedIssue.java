package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * An issue or pull request that is assigned to the token's account, as the provider returns it.
 *
 * @param repository absent in some lists; its URL is always present
 * @param pullRequest not null for a pull request
 */
record AssignedIssue(
    long id,
    int number,
    String title,
    String state,
    @JsonProperty("html_url") String htmlUrl,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("updated_at") Instant updatedAt,
    @JsonProperty("closed_at") Instant closedAt,
    List<Topic.Label> labels,
    IssuesReply.Milestone milestone,
    @JsonProperty("pull_request") Object pullRequest,
    Repository repository,
    @JsonProperty("repository_url") String repositoryUrl) {

  AssignedIssue {
    PageLink.checked(htmlUrl);
    if (repository == null) {
      Objects.requireNonNull(repositoryUrl);
    }
  }

  /** Returns the full name of the repository. */
  String place() {
    return repository == null ? Topic.repository(repositoryUrl) : repository.fullName();
  }

  IssuesReply.IssueRepository shownRepository() {
    if (repository == null) {
      return IssuesReply.IssueRepository.named(place(), htmlUrl);
    }
    return new IssuesReply.IssueRepository(
        repository.name(),
        repository.fullName(),
        repository.account(),
        repository.htmlUrl(),
        !repository.isNotPrivate());
  }

  IssuesReply.Issue shown() {
    return new IssuesReply.Issue(
        new Topic.Heading(number, title, Topic.state(state), htmlUrl),
        new Topic.Times(createdAt, updatedAt, closedAt),
        Topic.labels(labels),
        milestone,
        pullRequest != null);
  }
}
