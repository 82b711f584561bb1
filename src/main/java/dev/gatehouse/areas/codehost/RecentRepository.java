package dev.gatehouse.areas.codehost;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/** Public repository with a recent push. */
record RecentRepository(
    String name,
    @JsonProperty("full_name") String fullName,
    String description,
    @JsonProperty("html_url") String htmlUrl,
    String language,
    List<String> topics,
    @JsonProperty("stargazers_count") int stars,
    @JsonProperty("forks_count") int forks,
    @JsonProperty("pushed_at") Instant pushedAt,
    @JsonProperty("updated_at") Instant updatedAt,
    boolean fork,
    boolean archived) {

  static RecentRepository of(Repository repository) {
    return new RecentRepository(
        repository.name(),
        repository.fullName(),
        repository.description(),
        repository.htmlUrl(),
        repository.language(),
        repository.topics(),
        repository.stars(),
        repository.forks(),
        repository.pushedAt(),
        repository.updatedAt(),
        repository.fork(),
        repository.archived());
  }

  /** Fetches the public repositories of an account with the latest pushes, at most ten. */
  static PartialList<RecentRepository> fetch(CodeHostApi api, String account) {
    // More than the ten that are shown, in case some of them are not public.
    String list = "/users/" + account + "/repos?type=owner&sort=pushed&direction=desc&per_page=30";
    PartialList<Repository> all = api.list(list, Repository.class, 1);
    return all.with(
        all.items().stream()
            .filter(Repository::isPublic)
            .limit(10)
            .map(RecentRepository::of)
            .toList());
  }
}
