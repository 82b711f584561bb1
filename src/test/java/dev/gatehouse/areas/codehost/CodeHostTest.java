package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.areas.codehost.LanguageStatistics.CodehostStats;
import dev.gatehouse.areas.codehost.LanguageStatistics.LanguageColors;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of the area from published and unusual replies of the provider. */
@Timeout(180)
class CodeHostTest extends CodeHostFixture {
  private static final BigDecimal HUNDRED = new BigDecimal("100.0");

  @Test
  void showsPublishedLanguagesAsPercentages() {
    JsonObject published = new JsonObject(Published.text("languages"));
    simulator.add(
        "Hello-World", "C", published.getValue("C"), "Python", published.getValue("Python"));
    CodehostStats stats = host.stats().value();
    var shares = stats.stats().stream().map(each -> each.name() + each.value() + each.color());
    assertEquals(List.of("C91.0#555555", "Python9.0#3572a5"), shares.toList());
    assertEquals("2 20 0", stats.publicRepos() + " " + stats.followers() + " " + stats.following());
    assertNull(stats.incomplete());
  }

  @Test
  void sumsLanguagesOfAllRepositories() {
    simulator.add("one", "Java", 3_000, "Klingon", 500);
    simulator.add("two", "Java", 5_999_999_999L);
    simulator.add("empty");
    CodehostStats stats = host.stats().value();
    assertEquals(List.of("Java", "Klingon"), names(stats));
    assertEquals("#8b8b8b", stats.stats().getLast().color());
    var values = stats.stats().stream().map(CodehostStats.LanguageShare::value);
    assertEquals(new BigDecimal("100.0"), values.reduce(BigDecimal.ZERO, BigDecimal::add));
  }

  /**
   * The list may contain private repositories by a mistake of the provider, or on an enterprise
   * server.
   */
  @Test
  void hidesPrivateRepositories() {
    simulator.add("open", "Java", 1);
    simulator.add("secret-1", "COBOL", 9).put("private", true);
    simulator.add("secret-2", "COBOL", 9).put("visibility", "private");
    simulator.add("secret-3", "COBOL", 9).put("visibility", "internal");
    simulator.add("secret-4", "COBOL", 9).remove("visibility");
    simulator.add("secret-5", "COBOL", 9).putNull("private");
    simulator.add("secret-6", "COBOL", 9).put("private", "false");
    simulator.add("secret-7", "COBOL", 9).put("private", 0);
    simulator.add("secret-8", "COBOL", 9).put("private", "");
    assertEquals(List.of("Java"), names(host.stats().value()));
    assertEquals(
        List.of("octocat/open"),
        host.recent().value().items().stream().map(each -> each.fullName()).toList());
    assertEquals(List.of(), simulator.asked("secret.*languages"));
  }

  @Test
  void excludesForksAndArchivesFromStatistics() {
    simulator.add("own", "Java", 1);
    simulator.add("copy", "C", 9).put("fork", true);
    simulator.add("over", "C", 9).put("archived", true);
    assertEquals(List.of("Java"), names(host.stats().value()));
    assertEquals(3, host.recent().value().items().size());
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 409, 451})
  void skipsUnavailableRepositories(int status) {
    simulator.add("fine", "Java", 1);
    simulator.add("other", "C", 9);
    simulator.script("other/languages", status, "{\"message\":\"Git Repository is empty.\"}");
    CodehostStats stats = host.stats().value();
    assertEquals(List.of("Java"), names(stats));
    assertNull(stats.incomplete());
  }

  /**
   * The result is marked as incomplete, and the next request follows after minutes instead of
   * hours.
   */
  @Test
  void retriesLanguagesThatAreStillComputed() throws Exception {
    simulator.add("fine", "Java", 1);
    simulator.add("other", "C", 9);
    simulator.script("other/languages", 202, "");
    assertEquals(true, host.stats().value().incomplete());
    simulator.unscript();
    clock.advance(Duration.ofMinutes(5).minusSeconds(1));
    assertEquals(true, host.stats().value().incomplete());
    clock.advance(Duration.ofSeconds(2));
    Waiting.until(() -> host.stats().value().incomplete() == null);
    CodehostStats later = host.stats().value();
    assertEquals(List.of("C", "Java"), names(later));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>", "", "null",
        "[]", "{\"C\":-1}", "{\"C\":1e400}",
        "{\"C\":1.5}", "{\"C\":\"9\"}", "{\"C\":99999999999999999999}",
        "{\"C\":9223372036854775807}", "{\"C\":1,\"C\":2}", "{\"C\":1",
      })
  void aRepositoryWhoseLanguagesMakeNoSenseIsMissing(String body) {
    simulator.add("fine", "Java", 1);
    simulator.add("good", "Java", 1);
    simulator.add("odd", "C", 9);
    simulator.script("odd/languages", 200, body);
    CodehostStats stats = host.stats().value();
    assertEquals(List.of("Java"), names(stats));
    assertEquals(true, stats.incomplete());
  }

  @Test
  void returns502WhenMostRepositoriesFail() {
    simulator.add("fine", "Java", 1);
    simulator.add("odd", "C", 9);
    simulator.add("odd-too", "C", 9);
    simulator.script("odd.*/languages", 500, "");
    assertEquals(502, failure(() -> host.stats().value()).status());
  }

  /** The other repositories do not wait indefinitely for it, and it is requested again later. */
  @Test
  void reportsIncompleteWhenARepositoryHangs() {
    simulator.add("fine", "Java", 1);
    simulator.add("good", "Java", 1);
    simulator.add("slow", "C", 9);
    simulator.script("slow/languages", request -> simulator.hang());
    host = host("", Duration.ofSeconds(6));
    assertEquals(true, host.stats().value().incomplete());
    simulator.unscript();
    clock.advance(Duration.ofHours(25));
    assertNull(host.stats().value().incomplete());
    assertEquals(1, simulator.asked("good/languages").size());
  }

  @Test
  void skipsMalformedRepositories() {
    simulator.add("fine", "Java", 1);
    simulator.add("odd", "C", 9).put("full_name", "../../user");
    simulator.add("odder", "C", 9).put("pushed_at", "yesterday");
    simulator.add("oddest", "C", 9).put("html_url", "javascript:alert(1)");
    CodehostStats stats = host.stats().value();
    assertEquals(List.of("Java"), names(stats));
    assertEquals(true, stats.incomplete());
    assertEquals(1, host.recent().value().items().size());
  }

  @Test
  void showsThePublishedRepository() {
    simulator.repositories.add(new JsonArray(Published.text("users_repos")).getJsonObject(0));
    JsonObject shown = Published.shown(host.recent().value().items().getFirst());
    var expected =
        """
        {"name":"Hello-World","full_name":"octocat/Hello-World","description":"This your first repo!",
         "html_url":"https://github.com/octocat/Hello-World","language":null,"topics":["octocat","atom","electron","api"],
         "stargazers_count":80,"forks_count":9,"pushed_at":"2011-01-26T19:06:43.000Z",
         "updated_at":"2011-01-26T19:14:43.000Z","fork":false,"archived":false}
        """;
    assertEquals(new JsonObject(expected), shown);
  }

  @Test
  void listsTenRecentPublicRepositories() {
    for (int i = 0; i < 40; i++) {
      simulator.add("r" + i).put("private", i < 5);
    }
    assertEquals(
        List.of("r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14"),
        host.recent().value().items().stream().map(each -> each.name()).toList());
  }

  private static List<String> names(CodehostStats stats) {
    return stats.stats().stream().map(CodehostStats.LanguageShare::name).toList();
  }

  @Test
  void resolvesLanguageColors() {
    LanguageColors colors = LanguageColors.bundled();
    Map.of("Java", "#b07219", "C++", "#f34b7d", "Jupyter Notebook", "#da5b0b", "Nothing", "#8b8b8b")
        .forEach((language, color) -> assertEquals(color, colors.of(language)));
  }

  @Test
  void groupsThePublishedIssueByRepository() {
    simulator.issues.add(new JsonArray(Published.text("issues_assigned")).getJsonObject(0));
    IssuesReply reply = host.issues().value();
    assertEquals("1 1 0", reply.totalCount() + " " + reply.openCount() + " " + reply.closedCount());
    JsonObject group = Published.shown(reply.issuesByRepository().get("octocat/Hello-World"));
    var repository =
        """
        {"name":"Hello-World","full_name":"octocat/Hello-World","owner":"octocat",
         "html_url":"https://github.com/octocat/Hello-World","private":false}
        """;
    assertEquals(new JsonObject(repository), group.getJsonObject("repository"));
    var issue =
        """
        {"number":1347,"title":"Found a bug","state":"open","html_url":"https://github.com/octocat/Hello-World/issues/1347",
         "created_at":"2011-04-22T13:33:48.000Z","updated_at":"2011-04-22T13:33:48.000Z","closed_at":null,
         "labels":[{"name":"bug","color":"f29513","description":"Something isn't working"}],
         "milestone":{"title":"v1.0","due_on":"2012-10-09T23:39:01.000Z"},"pull_request":true}
        """;
    assertEquals(new JsonObject(issue), group.getJsonArray("issues").getJsonObject(0));
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
    IntStream.range(0, 2_001).forEach(i -> simulator.issues.add(Published.issue(i, "r")));
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
    JsonObject last = Published.shown(found.items().getLast());
    assertEquals("merged", last.getString("state"));
    assertEquals(true, last.getBoolean("draft"));
    assertEquals("2026-01-02T03:04:05.000Z", last.getString("merged_at"));
    assertTrue(found.complete());
    assertEquals(
        "/search/issues?q=is%3Apr%20author%3Aoctocat%20archived%3Afalse&sort=updated&per_page=100",
        simulator.asked("/search").getFirst().target());
  }

  @Test
  void reportsTruncatedSearchAsIncomplete() {
    IntStream.range(0, 1_100).forEach(i -> simulator.pullRequests.add(Published.pullRequest(i)));
    PartialList<PullRequest> found = host.pullRequests().value();
    assertEquals(1_000, found.items().size());
    assertEquals(true, found.incomplete());
    assertEquals(10, simulator.asked("/search").size());
  }

  @Test
  void reportsIncompleteSearchResults() {
    JsonObject found = new JsonObject(Published.text("search_issues"));
    simulator.script("/search", 200, found.put("incomplete_results", true).encode());
    assertEquals(true, host.pullRequests().value().incomplete());
    assertEquals(1, simulator.asked("/search").size());
  }

  @Test
  void roundsThirdsToASumOfHundred() {
    assertEquals(
        "{a=33.4, b=33.3, c=33.3}", Shares.of(Map.of("a", 1L, "b", 1L, "c", 1L)).toString());
  }

  @Test
  void givesNoShareToZeroAmounts() {
    assertEquals(Map.of(), Shares.of(Map.of()));
    assertEquals(Map.of(), Shares.of(Map.of("a", 0L)));
    assertEquals("{a=100.0, b=0.0}", Shares.of(Map.of("a", 9L, "b", 0L)).toString());
  }

  /**
   * If each share were rounded by itself, the shares would be 300 times 0.3, which is 90 in total.
   */
  @Test
  void sumsManySmallSharesToHundred() {
    Map<String, Long> amounts = new LinkedHashMap<>();
    for (int i = 0; i < 300; i++) {
      amounts.put("language " + i, 1L << 50);
    }
    holds(amounts);
  }

  @Test
  void sumsRandomAmountsToHundredInOrder() {
    var random = new Random(7);
    for (int round = 0; round < 500; round++) {
      Map<String, Long> amounts = new LinkedHashMap<>();
      int count = 1 + random.nextInt(40);
      for (int i = 0; i < count; i++) {
        amounts.put("l" + i, random.nextLong(1L << random.nextInt(1, 60)));
      }
      amounts.put("one", 1L);
      holds(amounts);
    }
  }

  private static void holds(Map<String, Long> amounts) {
    Map<String, BigDecimal> shares = Shares.of(amounts);
    assertEquals(amounts.keySet(), shares.keySet());
    assertEquals(HUNDRED, shares.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add));
    assertTrue(shares.values().stream().allMatch(it -> it.signum() >= 0 && it.scale() == 1));
    List<String> names = List.copyOf(shares.keySet());
    for (int i = 1; i < names.size(); i++) {
      assertTrue(amounts.get(names.get(i - 1)) >= amounts.get(names.get(i)));
      assertTrue(shares.get(names.get(i - 1)).compareTo(shares.get(names.get(i))) >= 0);
    }
  }
}
