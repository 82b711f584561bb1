package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.codehost.CodeHostModule.CodeHostSettings;
import dev.gatehouse.areas.codehost.LanguageStatistics.CodehostStats;
import dev.gatehouse.bus.ApiError;
import org.junit.jupiter.api.Test;

/** Gitea, Forgejo and GitLab, with replies in the form in which their servers send them. */
class ForgesTest extends CodeHostFixture {
  private static final String FORGEJO_REPOSITORY =
      """
      {"id":1,"owner":{"id":1,"login":"alice","visibility":"public","followers_count":0},\
      "name":"%s","full_name":"alice/%s","description":"Tools","empty":false,"private":%s,\
      "fork":false,"template":false,"parent":null,"mirror":false,"size":3,"language":"",\
      "html_url":"https://forge.example/alice/%s","stars_count":2,"forks_count":1,\
      "default_branch":"main","archived":false,"created_at":"2026-09-25T01:13:52Z",\
      "updated_at":"2026-09-25T01:14:07Z","internal":false,"topics":["forge"]}\
      """;

  private CodeHost host(CodeHostSettings.Provider provider, String user) {
    return host(provider, user, PATIENCE);
  }

  @Test
  void readsForgejo() {
    String repository = FORGEJO_REPOSITORY.formatted("tools", "tools", false, "tools");
    String hidden = FORGEJO_REPOSITORY.formatted("diary", "diary", true, "diary");
    simulator.script(
        "^/user$",
        200,
        "{\"id\":1,\"login\":\"alice\",\"followers_count\":100,\"following_count\":3}");
    simulator.script("^/(user|users/alice)/repos", 200, "[" + repository + "," + hidden + "]");
    simulator.script("/tools/languages$", 200, "{\"Go\":300,\"Shell\":100}");
    String issue =
        """
        {"id":7,"html_url":"https://forge.example/bob/app/%s/4","number":4,"title":"%s",\
        "labels":[{"id":1,"name":"kind/bug","exclusive":true,"color":"ee0701","description":"x"}],\
        "milestone":{"id":1,"title":"v1","state":"open","due_on":null},"assignees":null,\
        "state":"closed","created_at":"2026-09-25T01:13:56Z","updated_at":"2026-09-26T01:13:56Z",\
        "closed_at":"2026-09-26T01:13:56Z","pull_request":%s,\
        "repository":{"id":1,"name":"app","owner":"bob","full_name":"bob/app"},"pin_order":0}\
        """;
    simulator.script(
        "issues/search.*type=issues", 200, "[" + issue.formatted("issues", "Bug", "null") + "]");
    String merged =
        "{\"merged\":true,\"merged_at\":\"2026-09-26T01:13:56Z\",\"draft\":false,\"html_url\":\"\"}";
    simulator.script(
        "issues/search.*type=pulls", 200, "[" + issue.formatted("pulls", "Fix", merged) + "]");
    simulator.script(
        "/(tools|diary)/branches",
        200,
        """
        [{"name":"feat/a b","commit":{"id":"588ba39bdea707266f2df950dcee1bb5a1764fed",\
        "message":"x","author":{"name":"Alice","email":"a@example.org","username":""},\
        "committer":{"name":"Alice"},"timestamp":"2026-01-02T10:00:00+02:00"},"protected":false,\
        "required_approvals":0,"user_can_push":true,"user_can_merge":true}]\
        """);
    CodeHost host = host(CodeHostSettings.Provider.GITEA, "");

    CodehostStats stats = host.stats().value();
    assertEquals(List.of("Go", "Shell"), stats.stats().stream().map(each -> each.name()).toList());
    assertEquals(1, stats.publicRepos());
    assertEquals(100, stats.followers());
    List<RecentRepository> recent = host.recent().value().items();
    assertEquals(1, recent.size());
    assertEquals("alice/tools", recent.getFirst().fullName());
    assertNull(recent.getFirst().language());
    IssuesReply issues = host.issues().value();
    assertEquals(1, issues.closedCount());
    assertEquals(
        "https://forge.example/bob/app",
        issues.issuesByRepository().get("bob/app").repository().htmlUrl());
    PullRequest pull = host.pullRequests().value().items().getFirst();
    assertEquals("merged", pull.heading().state());
    assertEquals("bob/app", pull.repository());
    Branch branch = host.branches().value().items().getFirst();
    assertEquals("https://forge.example/alice/tools/src/branch/feat/a%20b", branch.htmlUrl());
    assertEquals("Alice", branch.commit().author());
    assertEquals(Instant.parse("2026-01-02T08:00:00Z"), branch.commit().date());
    assertEquals(
        "Bearer " + CodeHostSimulator.TOKEN,
        simulator.asked("^/user$").getFirst().header("Authorization"));
  }

  @Test
  void readsGitLab() {
    simulator.script("^/users\\?username=alice", 200, "[{\"id\":5,\"username\":\"alice\"}]");
    simulator.script(
        "^/users/5$", 200, "{\"id\":5,\"username\":\"alice\",\"followers\":4,\"following\":1}");
    simulator.script(
        "^/users/5/projects",
        200,
        """
        [{"id":15578026,"description":null,"name":"Test repo","path":"test_repo",\
        "path_with_namespace":"music/live/test_repo","created_at":"2019-11-28T08:20:33.019Z",\
        "default_branch":"master","topics":["test"],\
        "web_url":"https://lab.example/music/live/test_repo","forks_count":1,"star_count":0,\
        "last_activity_at":"2025-11-25T09:21:43.130Z","visibility":"public","archived":false,\
        "empty_repo":false,"permissions":{"project_access":null}}]\
        """);
    simulator.script(
        "/projects/music%2Flive%2Ftest_repo/languages", 200, "{\"Ruby\":66.69,\"CSS\":33.31}");
    String item =
        """
        {"id":27687675,"iid":1,"project_id":15578026,"title":"%s","state":"%s",\
        "created_at":"2019-11-28T08:43:35.459Z","updated_at":"2019-11-28T08:46:23.304Z",\
        "closed_at":null,"merged_at":%s,"labels":["bug"],\
        "milestone":{"id":1,"iid":1,"title":"1.0.0","due_date":"2026-12-01","expired":false},\
        "draft":true,"web_url":"https://lab.example/music/live/test_repo/-/%s/1",\
        "references":{"short":"#1","relative":"#1","full":"music/live/test_repo%s1"}}\
        """;
    simulator.script(
        "^/issues", 200, "[" + item.formatted("Icon", "opened", "null", "work_items", "#") + "]");
    simulator.script(
        "^/merge_requests",
        200,
        "["
            + item.formatted("Fix", "merged", "\"2024-09-03T08:09:34Z\"", "merge_requests", "!")
            + "]");
    simulator.script(
        "/repository/branches",
        200,
        """
        [{"name":"master","commit":{"id":"9f733b96b98a4175276edf6a2e1231489c3bdd23",\
        "committed_date":"2026-06-28T03:44:20-07:00","author_name":"Alice"},"merged":false,\
        "protected":true,"default":true,\
        "web_url":"https://lab.example/music/live/test_repo/-/tree/master"}]\
        """);
    CodeHost host = host(CodeHostSettings.Provider.GITLAB, "alice");

    CodehostStats stats = host.stats().value();
    assertEquals("Ruby", stats.stats().getFirst().name());
    assertEquals(4, stats.followers());
    assertEquals("test_repo", host.recent().value().items().getFirst().name());
    IssuesReply issues = host.issues().value();
    assertEquals(1, issues.openCount());
    var place = issues.issuesByRepository().get("music/live/test_repo").repository();
    assertEquals("https://lab.example/music/live/test_repo", place.htmlUrl());
    assertEquals("music/live", place.owner());
    PullRequest pull = host.pullRequests().value().items().getFirst();
    assertEquals("merged", pull.heading().state());
    assertTrue(pull.draft());
    Branch branch = host.branches().value().items().getFirst();
    assertTrue(branch.standing().isDefault() && branch.standing().isProtected());
  }

  @Test
  void namesReasonOfRefusal() {
    simulator.script(
        ".*", 403, "{\"message\":\"token does not have at least one of required scope(s)\"}");
    ApiError failure = failure(() -> host(CodeHostSettings.Provider.GITEA, "").issues());
    assertEquals(502, failure.status());
    assertTrue(failure.detail().contains("required scope(s)"), failure::detail);
  }
}
