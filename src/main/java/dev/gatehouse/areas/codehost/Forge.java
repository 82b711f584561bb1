package dev.gatehouse.areas.codehost;

import java.util.List;
import java.util.function.Function;

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
