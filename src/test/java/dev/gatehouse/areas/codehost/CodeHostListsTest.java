package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Issues and pull requests from published and unusual replies of the provider. */
@Timeout(60)
class CodeHostListsTest {
  @RegisterExtension final CodeHostFixture fixture = new CodeHostFixture();

  private CodeHostSimulator simulator;
  private CodeHost host;

  @BeforeEach
  void start() {
    simulator = fixture.simulator;
    host = fixture.host;
  }

  @Test
  void groupsThePublishedIssueByRepository() {
    simulator.issues.add(new JsonArray(Published.text("issues_assigned")).getJsonObject(0));
    IssuesReply reply = host.issues().value();
    assertEquals("1 1 0", reply.totalCount() + " " + reply.openCount() + " " + reply.closedCount());
    JsonObject group = Published.shown(reply.issuesByRepository().get("octocat/Hello-World"));
    assertEquals(
        new JsonObject()
            .put("name", "Hello-World")
            .put("full_name", "octocat/Hello-World")
            .put("owner", "octocat")
            .put("html_url", "https://github.com/octocat/Hello-World")
            .put("private", false),
        group.getJsonObject("repository"));
    assertEquals(
        new JsonObject()
            .put("number", 1347)
            .put("title", "Found a bug")
            .put("state", "open")
            .put("html_url", "https://github.com/octocat/Hello-World/issues/1347")
            .put("created_at", "2011-04-22T13:33:48.000Z")
            .put("updated_at", "2011-04-22T13:33:48.000Z")
            .putNull("closed_at")
            .put(
                "labels",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("name", "bug")
                            .put("color", "f29513")
                            .put("description", "Something isn't working")))
            .put("milestone", JsonObject.of("title", "v1.0", "due_on", "2012-10-09T23:39:01.000Z"))
            .put("pull_request", true),
        group.getJsonArray("issues").getJsonObject(0));
  }

  @Test
  void groupsAndCountsIssuesOfAllPages() {
    for (int i = 0; i < 250; i++) {
      simulator.issues.add(
          Published.issue(i, "r" + i % 3).put("state", i % 5 == 0 ? "closed" : "open"));
    }
    IssuesReply reply = host.issues().value();
    assertEquals(
        "250 200 50", reply.totalCount() + " " + reply.openCount() + " " + reply.closedCount());
    assertEquals(3, reply.summary().totalRepositories());
    assertEquals(84, reply.issuesByRepository().get("octocat/r0").issues().size());
    assertNull(reply.summary().incomplete());
    assertEquals(3, simulator.asked("^/issues").size());
  }

  @Test
  void reportsTruncatedIssuesAsIncomplete() {
    for (int i = 0; i < 2_001; i++) {
      simulator.issues.add(Published.issue(i, "r"));
    }
    IssuesReply reply = host.issues().value();
    assertEquals(2_000, reply.totalCount());
    assertEquals(true, reply.summary().incomplete());
    assertEquals(20, simulator.asked("^/issues").size());
  }

  /**
   * Issues with labels as plain names, with only addresses, or with an unknown state, and entries
   * that are not issues.
   */
  @Test
  void readsMalformedIssuesLeniently() {
    JsonObject odd =
        Published.issue(1, "r")
            .put("labels", new JsonArray().add("bug").add(JsonObject.of("name", "x")).addNull())
            .put("state", "paused")
            .putNull("milestone")
            .put("repository_url", "https://api.github.com/repos/octocat/r");
    odd.remove("repository");
    odd.remove("pull_request");
    simulator.issues.add(odd);
    simulator.issues.add(Published.issue(1, "twice"));
    simulator.issues.add(JsonObject.of("id", 2));
    simulator.issues.add(Published.issue(3, "r").put("created_at", "soon"));
    simulator.issues.add(Published.issue(4, "r").put("number", 1e300));
    simulator.issues.add(Published.issue(5, "r").put("html_url", "javascript:alert(1)"));
    IssuesReply reply = host.issues().value();
    assertEquals(1, reply.totalCount());
    assertEquals(true, reply.summary().incomplete());
    JsonObject group = Published.shown(reply.issuesByRepository().get("octocat/r"));
    assertEquals(
        "{\"name\":\"r\",\"full_name\":\"octocat/r\",\"owner\":\"octocat\","
            + "\"html_url\":\"https://github.com/octocat/r\",\"private\":true}",
        group.getJsonObject("repository").encode());
    JsonObject issue = group.getJsonArray("issues").getJsonObject(0);
    assertEquals(
        "[{\"name\":\"bug\",\"color\":\"\",\"description\":\"\"},"
            + "{\"name\":\"x\",\"color\":\"\",\"description\":\"\"}]",
        issue.getJsonArray("labels").encode());
    assertEquals("open", issue.getString("state"));
    assertEquals(false, issue.getBoolean("pull_request"));
    assertTrue(!issue.containsKey("milestone"));
  }

  @Test
  void showsThePublishedPullRequest() {
    simulator.pullRequests.add(
        new JsonObject(Published.text("search_issues")).getJsonArray("items").getJsonObject(0));
    simulator.pullRequests.add(
        Published.pullRequest(7)
            .put("draft", true)
            .put("state", "closed")
            .put("closed_at", "2026-01-02T03:04:05Z")
            .put("pull_request", JsonObject.of("merged_at", "2026-01-02T03:04:05Z")));
    PartialList<PullRequest> found = host.pullRequests().value();
    JsonObject first = Published.shown(found.items().getFirst());
    assertEquals(35_802, first.getInteger("id"));
    assertEquals("batterseapower/pinyin-toolkit", first.getString("repository"));
    assertEquals("open", first.getString("state"));
    assertEquals("2009-07-12T20:10:41.000Z", first.getString("created_at"));
    assertEquals(
        "merged true 2026-01-02T03:04:05.000Z",
        Stream.of("state", "draft", "merged_at")
            .map(name -> Published.shown(found.items().getLast()).getValue(name).toString())
            .reduce((a, b) -> a + ' ' + b)
            .orElseThrow());
    assertTrue(found.complete());
    assertEquals(
        "/search/issues?q=is%3Apr%20author%3Aoctocat%20archived%3Afalse&sort=updated&per_page=100",
        simulator.asked("/search").getFirst().target());
  }

  @Test
  void reportsTruncatedSearchAsIncomplete() {
    for (int i = 0; i < 1_100; i++) {
      simulator.pullRequests.add(Published.pullRequest(i));
    }
    PartialList<PullRequest> found = host.pullRequests().value();
    assertEquals(1_000, found.items().size());
    assertEquals(true, found.incomplete());
    assertEquals(10, simulator.asked("/search").size());
  }

  @Test
  void reportsIncompleteSearchResults() {
    simulator.script(
        "/search",
        200,
        new JsonObject(Published.text("search_issues")).put("incomplete_results", true).encode());
    assertEquals(true, host.pullRequests().value().incomplete());
    assertEquals(1, simulator.asked("/search").size());
  }
}
