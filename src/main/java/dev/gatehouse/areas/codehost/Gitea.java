package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.gatehouse.areas.codehost.Branch.StaleBranch;
import dev.gatehouse.areas.codehost.ForgeSource.Forge;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;

/**
 * Gitea and Forgejo. They have no time of the last push; a repository's last update includes it.
 *
 * @param user account whose repositories are shown; empty for the token's account
 */
record Gitea(CodeHostApi api, String user) implements Forge {
  private static final int MAX_PAGES = 20;
  private static final String PAGE = "limit=50";

  record User(
      String login,
      @JsonProperty("followers_count") int followers,
      @JsonProperty("following_count") int following) {
    User {
      Objects.requireNonNull(login);
    }
  }

  record Repo(
      String name,
      @JsonProperty("full_name") String fullName,
      @JsonProperty("private") boolean isPrivate,
      boolean internal,
      boolean fork,
      boolean archived,
      @JsonProperty("html_url") String htmlUrl,
      String description,
      String language,
      @JsonProperty("stars_count") int stars,
      @JsonProperty("forks_count") int forks,
      List<String> topics,
      @JsonProperty("updated_at") Instant updatedAt,
      @JsonProperty("default_branch") String defaultBranch) {
    Repository shown() {
      return new Repository(
          name,
          fullName,
          null,
          BooleanNode.valueOf(isPrivate),
          isPrivate || internal ? "private" : "public",
          fork,
          archived,
          htmlUrl,
          description,
          PlainText.nonEmpty(language).orElse(null),
          stars,
          forks,
          topics,
          updatedAt,
          updatedAt,
          defaultBranch);
    }
  }

  record Place(@JsonProperty("full_name") String fullName) {}

  record Merging(@JsonProperty("merged_at") Instant mergedAt, boolean draft) {}

  record Item(
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
      @JsonProperty("pull_request") Merging pullRequest,
      Place repository) {
    Item {
      PageLink.checked(htmlUrl);
      Objects.requireNonNull(repository);
    }

    AssignedIssue issue() {
      return new AssignedIssue(
          id,
          number,
          title,
          state,
          htmlUrl,
          createdAt,
          updatedAt,
          closedAt,
          labels,
          milestone,
          null,
          null,
          "/repos/" + repository.fullName());
    }

    PullRequest pull() {
      Instant merged = pullRequest == null ? null : pullRequest.mergedAt();
      return new PullRequest(
          id,
          repository.fullName(),
          new Topic.Heading(number, title, merged == null ? Topic.state(state) : "merged", htmlUrl),
          new Topic.Times(createdAt, updatedAt, closedAt),
          pullRequest != null && pullRequest.draft(),
          merged,
          Topic.labels(labels));
    }
  }

  record Commit(String id, Instant timestamp, Person author) {
    Commit {
      Objects.requireNonNull(id);
      Objects.requireNonNull(timestamp);
    }
  }

  record Person(String name, String username) {
    String shown() {
      return PlainText.nonEmpty(username).orElse(name);
    }
  }

  record Head(String name, Commit commit, @JsonProperty("protected") boolean isProtected) {
    Head {
      Objects.requireNonNull(name);
      Objects.requireNonNull(commit);
    }
  }

  @Override
  public LanguageStatistics.Owned owned() {
    User owner = api.read(user.isEmpty() ? "/user" : "/users/" + user, User.class);
    PartialList<Repository> all = repositories("/users/" + owner.login() + "/repos?");
    int published = (int) all.items().stream().filter(Repository::isPublic).count();
    return new LanguageStatistics.Owned(
        new Accounts.Account(owner.login(), published, owner.followers(), owner.following()), all);
  }

  @Override
  public PartialList<Repository> repositories() {
    String viewer = api.read("/user", User.class).login();
    if (user.isEmpty() || user.equalsIgnoreCase(viewer)) {
      PartialList<Repository> all = repositories("/user/repos?");
      return all.with(
          all.items().stream().filter(each -> each.account().equalsIgnoreCase(viewer)).toList());
    }
    return repositories("/users/" + user + "/repos?");
  }

  private PartialList<Repository> repositories(String path) {
    return Forge.converted(api.list(path + PAGE, Repo.class, MAX_PAGES), Repo::shown);
  }

  @Override
  public Optional<ProviderReply> languages(Repository repository) {
    return api.getIfThere("/repos/" + repository.fullName() + "/languages");
  }

  @Override
  public PartialList<AssignedIssue> assigned() {
    return Forge.converted(search("type=issues&assigned=true"), Item::issue);
  }

  @Override
  public PartialList<PullRequest> pullRequests() {
    return Forge.converted(search("type=pulls&created=true"), Item::pull);
  }

  private PartialList<Item> search(String what) {
    return api.list("/repos/issues/search?state=all&" + what + '&' + PAGE, Item.class, MAX_PAGES);
  }

  @Override
  public PartialList<Branch> branches(Repository repository) {
    String path = "/repos/" + repository.fullName() + "/branches?" + PAGE;
    return Forge.converted(
        api.listIfThere(path, Head.class, MAX_PAGES),
        head ->
            new Branch(
                repository.fullName(),
                head.name(),
                new StaleBranch.LastCommit(
                    head.commit().id(),
                    head.commit().timestamp(),
                    head.commit().author() == null ? null : head.commit().author().shown()),
                new StaleBranch.Standing(
                    head.name().equals(repository.defaultBranch()), head.isProtected()),
                address(repository, head.name())));
  }

  private static String address(Repository repository, String branch) {
    return repository.htmlUrl()
        + "/src/branch/"
        + Arrays.stream(branch.split("/", -1))
            .map(ProviderRequest::encode)
            .collect(Collectors.joining("/"));
  }
}
