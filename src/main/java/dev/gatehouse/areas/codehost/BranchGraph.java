package dev.gatehouse.areas.codehost;

import module java.base;

import dev.gatehouse.areas.codehost.Branch.StaleBranch;
import dev.gatehouse.provider.ProviderClient;

/**
 * Fetches all branches of an account by GraphQL. One call returns several repositories with their
 * branches.
 */
record BranchGraph(CodeHostApi api) {
  private static final String BRANCHES =
      """
      fragment branches on RefConnection {
        pageInfo { hasNextPage endCursor }
        nodes {
          name
          refUpdateRule { pattern }
          target { oid ... on Commit { committedDate author { name user { login } } } }
        }
      }
      """;

  private static final String ALL =
      """
      query($owner: String!, $after: String) {
        repositoryOwner(login: $owner) {
          repositories(first: 25, after: $after, ownerAffiliations: [OWNER], isFork: false,
              isArchived: false, orderBy: {field: PUSHED_AT, direction: DESC}) {
            pageInfo { hasNextPage endCursor }
            nodes {
              name nameWithOwner url
              defaultBranchRef { name }
              refs(refPrefix: "refs/heads/", first: 100) { ...branches }
            }
          }
        }
      }
      """
          + BRANCHES;

  private static final String MORE =
      """
      query($owner: String!, $name: String!, $after: String!) {
        repository(owner: $owner, name: $name) {
          refs(refPrefix: "refs/heads/", first: 100, after: $after) { ...branches }
        }
      }
      """
          + BRANCHES;

  /**
   * Maximum calls of one fetch: 40 pages are enough for 1,000 repositories, and the others are for
   * more branches.
   */
  private static final int MAX_CALLS = 100;

  record Reply(Data data, List<Object> errors) {}

  record Data(Owner repositoryOwner, Node repository) {}

  record Owner(Repositories repositories) {}

  record Repositories(PageInfo pageInfo, List<Node> nodes) {}

  record PageInfo(boolean hasNextPage, String endCursor) {}

  record Node(String name, String nameWithOwner, String url, Named defaultBranchRef, Refs refs) {}

  record Named(String name) {}

  record Refs(PageInfo pageInfo, List<Ref> nodes) {}

  record Ref(String name, Object refUpdateRule, Target target) {}

  /** The target of a branch. Only a commit has a date. */
  record Target(String oid, Instant committedDate, Author author) {}

  record Author(String name, User user) {}

  record User(String login) {}

  /**
   * Fetches the current branches.
   *
   * @throws dev.gatehouse.bus.ApiException 502 if the provider has no GraphQL API or its reply is
   *     invalid
   */
  PartialList<Branch> fetch(String account) {
    var walk = new Walk(account);
    walk.run();
    return new PartialList<>(List.copyOf(walk.branches), walk.complete, walk.unreadable);
  }

  /** Iterates over the pages of repositories, and over the pages of each repository's branches. */
  private final class Walk {
    private final String account;
    private final List<Branch> branches = new ArrayList<>();
    private int calls;
    private boolean complete = true;
    private int unreadable;

    Walk(String account) {
      this.account = account;
    }

    void run() {
      Optional<String> cursor = Optional.of("");
      while (cursor.isPresent()) {
        Map<String, String> variables = new HashMap<>(Map.of("owner", account));
        if (!cursor.get().isEmpty()) {
          variables.put("after", cursor.get());
        }
        Repositories page = repositories(ask(ALL, variables));
        page.nodes().forEach(this::add);
        cursor = next(page.pageInfo());
      }
    }

    private Data ask(String query, Map<String, String> variables) {
      calls++;
      Reply reply = api.graph(query, variables, Reply.class);
      if (reply.data() == null) {
        throw client().failed("the reply has only errors");
      }
      complete &= reply.errors() == null || reply.errors().isEmpty();
      return reply.data();
    }

    private Repositories repositories(Data data) {
      if (data.repositoryOwner() == null || data.repositoryOwner().repositories() == null) {
        throw client().failed("no such account");
      }
      Repositories page = data.repositoryOwner().repositories();
      return new Repositories(page.pageInfo(), Objects.requireNonNullElse(page.nodes(), List.of()));
    }

    /**
     * Adds the branches of a repository. The list contains null for a repository that the token
     * cannot see.
     */
    private void add(Node repository) {
      if (repository == null || !whole(repository)) {
        complete = false;
        if (repository != null) {
          unreadable++;
        }
        return;
      }
      add(repository, repository.refs());
      Optional<String> cursor = next(repository.refs().pageInfo());
      while (cursor.isPresent()) {
        Data more =
            ask(MORE, Map.of("owner", account, "name", repository.name(), "after", cursor.get()));
        Refs refs = Optional.ofNullable(more.repository()).map(Node::refs).orElse(null);
        if (refs == null) {
          complete = false;
          return;
        }
        add(repository, refs);
        cursor = next(refs.pageInfo());
      }
    }

    private void add(Node repository, Refs refs) {
      if (refs.nodes() == null) {
        complete = false;
        return;
      }
      String standard =
          Optional.ofNullable(repository.defaultBranchRef()).map(Named::name).orElse("");
      List<Branch> found =
          refs.nodes().stream()
              .filter(Objects::nonNull)
              .filter(ref -> ref.name() != null && dated(ref.target()))
              .map(ref -> branch(repository, ref, ref.name().equals(standard)))
              .toList();
      branches.addAll(found);
      unreadable += refs.nodes().size() - found.size();
      complete &= found.size() == refs.nodes().size();
    }

    private Optional<String> next(PageInfo page) {
      if (page == null || !page.hasNextPage()) {
        return Optional.empty();
      }
      if (page.endCursor() == null || calls >= MAX_CALLS) {
        complete = false;
        return Optional.empty();
      }
      return Optional.of(page.endCursor());
    }
  }

  private ProviderClient client() {
    return api.client();
  }

  private static boolean whole(Node repository) {
    return repository.nameWithOwner() != null
        && repository.name() != null
        && repository.refs() != null
        && PageLink.is(repository.url());
  }

  private static boolean dated(Target target) {
    return target != null && target.oid() != null && target.committedDate() != null;
  }

  private static Branch branch(Node repository, Ref ref, boolean isDefault) {
    Target last = ref.target();
    return new Branch(
        repository.nameWithOwner(),
        ref.name(),
        new StaleBranch.LastCommit(last.oid(), last.committedDate(), author(last.author())),
        new StaleBranch.Standing(isDefault, ref.refUpdateRule() != null),
        Branch.address(repository.url(), ref.name()));
  }

  private static String author(Author author) {
    if (author == null) {
      return null;
    }
    if (author.user() == null || author.user().login() == null) {
      return author.name();
    }
    return author.user().login();
  }
}
