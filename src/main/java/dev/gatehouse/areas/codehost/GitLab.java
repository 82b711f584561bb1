package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.gatehouse.areas.codehost.Branch.StaleBranch;
import dev.gatehouse.areas.codehost.ForgeSource.Forge;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;

/**
 * GitLab. It returns shares of languages instead of bytes, so each repository counts alike.
 *
 * @param user account whose repositories are shown; empty for the token's account
 */
record GitLab(CodeHostApi api, String user) implements Forge {
  private static final int MAX_PAGES = 10;
  private static final double PER_SHARE = 1_000;

  record User(long id, String username, int followers, int following) {
    User {
      Objects.requireNonNull(username);
    }
  }

  record Project(
      String path,
      @JsonProperty("path_with_namespace") String fullPath,
      String visibility,
      @JsonProperty("forked_from_project") Object forkedFrom,
      boolean archived,
      @JsonProperty("web_url") String webUrl,
      String description,
      @JsonProperty("star_count") int stars,
      @JsonProperty("forks_count") int forks,
      List<String> topics,
      @JsonProperty("last_activity_at") Instant lastActivityAt,
      @JsonProperty("default_branch") String defaultBranch) {
    Repository shown() {
      boolean open = "public".equals(visibility);
      return new Repository(
          path,
          fullPath,
          null,
          BooleanNode.valueOf(!open),
          visibility,
          forkedFrom != null,
          archived,
          webUrl,
          description,
          null,
          stars,
          forks,
          topics,
          lastActivityAt,
          lastActivityAt,
          defaultBranch);
    }
  }

  record Milestone(String title, @JsonProperty("due_date") LocalDate dueDate) {
    IssuesReply.Milestone shown() {
      Instant due = dueDate == null ? null : dueDate.atStartOfDay().toInstant(ZoneOffset.UTC);
      return new IssuesReply.Milestone(title, due);
    }
  }

  record References(String full) {}

  record Item(
      long id,
      int iid,
      String title,
      String state,
      boolean draft,
      @JsonProperty("web_url") String webUrl,
      @JsonProperty("created_at") Instant createdAt,
      @JsonProperty("updated_at") Instant updatedAt,
      @JsonProperty("closed_at") Instant closedAt,
      @JsonProperty("merged_at") Instant mergedAt,
      List<Topic.Label> labels,
      Milestone milestone,
      References references) {
    Item {
      PageLink.checked(webUrl);
      Objects.requireNonNull(references);
    }

    /** Returns the project of {@code group/project#1} or {@code group/project!1}. */
    String place() {
      return references.full().replaceFirst("[#!]\\d+$", "");
    }

    AssignedIssue issue() {
      return new AssignedIssue(
          id,
          iid,
          title,
          state,
          webUrl,
          createdAt,
          updatedAt,
          closedAt,
          labels,
          milestone == null ? null : milestone.shown(),
          null,
          null,
          "/repos/" + place());
    }

    PullRequest pull() {
      return new PullRequest(
          id,
          place(),
          new Topic.Heading(
              iid, title, "merged".equals(state) ? state : Topic.state(state), webUrl),
          new Topic.Times(createdAt, updatedAt, closedAt),
          draft,
          mergedAt,
          Topic.labels(labels));
    }
  }

  record Commit(
      String id,
      @JsonProperty("committed_date") Instant committedAt,
      @JsonProperty("author_name") String authorName) {}

  record Head(
      String name,
      @JsonProperty("default") boolean isDefault,
      @JsonProperty("protected") boolean isProtected,
      @JsonProperty("web_url") String webUrl,
      Commit commit) {
    Head {
      Objects.requireNonNull(name);
      PageLink.checked(webUrl);
      Objects.requireNonNull(commit);
    }

    Branch shown(Repository repository) {
      return new Branch(
          repository.fullName(),
          name,
          new StaleBranch.LastCommit(commit.id(), commit.committedAt(), commit.authorName()),
          new StaleBranch.Standing(isDefault, isProtected),
          webUrl);
    }
  }

  @Override
  public LanguageStatistics.Owned owned() {
    User owner = api.read("/users/" + shown().id(), User.class);
    PartialList<Repository> all = repositories();
    int published = (int) all.items().stream().filter(Repository::isPublic).count();
    return new LanguageStatistics.Owned(
        new Accounts.Account(owner.username(), published, owner.followers(), owner.following()),
        all);
  }

  private User shown() {
    if (user.isEmpty()) {
      return api.read("/user", User.class);
    }
    return api
        .list("/users?username=" + ProviderRequest.encode(user), User.class, 1)
        .items()
        .stream()
        .findFirst()
        .orElseThrow(() -> api.client().failed("no such account"));
  }

  /** With the token of the shown account, the list contains its private projects. */
  @Override
  public PartialList<Repository> repositories() {
    String path = "/users/" + shown().id() + "/projects?order_by=last_activity_at&";
    return Forge.converted(
        api.list(path + CodeHostApi.PAGE, Project.class, MAX_PAGES), Project::shown);
  }

  @Override
  public Optional<ProviderReply> languages(Repository repository) {
    return api.getIfThere(project(repository) + "/languages");
  }

  @Override
  public long weight(Number share) {
    return Math.round(share.doubleValue() * PER_SHARE);
  }

  private static String project(Repository repository) {
    return "/projects/" + ProviderRequest.encode(repository.fullName());
  }

  @Override
  public PartialList<AssignedIssue> assigned() {
    return Forge.converted(
        items("/issues?scope=assigned_to_me&state=all&order_by=updated_at&"), Item::issue);
  }

  @Override
  public PartialList<PullRequest> pullRequests() {
    return Forge.converted(
        items("/merge_requests?scope=created_by_me&state=all&order_by=updated_at&"), Item::pull);
  }

  private PartialList<Item> items(String path) {
    return api.list(path + CodeHostApi.PAGE, Item.class, MAX_PAGES);
  }

  @Override
  public PartialList<Branch> branches(Repository repository) {
    String path = project(repository) + "/repository/branches?" + CodeHostApi.PAGE;
    return Forge.converted(
        api.listIfThere(path, Head.class, MAX_PAGES), head -> head.shown(repository));
  }
}
