package dev.gatehouse.areas.codehost;

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
