package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole node over a simulated code host. Every reply is checked against the contract. */
class CodeHostNodeTest {
  private static final String STATS = "/api/proxy/codehost-stats";
  private static final String RECENT = "/api/proxy/codehost-recent-repos";
  private static final String ISSUES = "/api/proxy/codehost-issues";
  private static final String PULLS = "/api/proxy/codehost-prs";
  private static final String BRANCHES = "/api/proxy/codehost-stale-branches";
  private static final CodeHostSimulator SIMULATOR = new CodeHostSimulator();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("CODEHOST_URL", SIMULATOR.url() + "/")
          .with("CODEHOST_TOKEN", CodeHostSimulator.TOKEN);

  @BeforeEach
  void fill() {
    SIMULATOR.unscript();
    if (SIMULATOR.repositories.isEmpty()) {
      NODE.clock.set(Instant.parse("2026-11-22T09:00:00Z"));
      SIMULATOR.add("site", "Java", 700, "HTML", 300);
      SIMULATOR.branch("site", "master", "2026-01-01");
      SIMULATOR.branch("site", "old", "2026-06-01");
      SIMULATOR.branch("site", "new", "2026-11-20");
      SIMULATOR.issues.add(Published.issue(1, "site"));
      SIMULATOR.pullRequests.add(Published.pullRequest(2));
    }
  }

  private static Client.Reply get(String path) {
    return NODE.owner("GET", path).send();
  }

  @ParameterizedTest
  @ValueSource(strings = {ISSUES, PULLS, BRANCHES})
  void requiresCredentialForPrivateData(String path) {
    assertEquals("private, no-store", get(path).expect(200).header("Cache-Control"));
  }

  @ParameterizedTest
  @ValueSource(strings = {STATS, RECENT})
  void servesPublicDataWithoutCredential(String path) {
    Client.Reply reply = NODE.get(path).expect(200);
    assertTrue(reply.header("Cache-Control").startsWith("public"));
    NODE.request("GET", path).header("If-None-Match", reply.header("ETag")).expect(304);
  }

  @Test
  void returnsStatisticsAsSpecified() {
    String stats = NODE.get(STATS).text();
    assertEquals(
        "{\"stats\":[{\"name\":\"Java\",\"value\":70.0,\"color\":\"#b07219\"},"
            + "{\"name\":\"HTML\",\"value\":30.0,\"color\":\"#e34c26\"}],"
            + "\"public_repos\":2,\"followers\":20,\"following\":0}",
        stats.replaceFirst(",\"fetchedAt.*", "}"));
    assertTrue(stats.endsWith("\"stale\":false,\"unreadable\":0}"), stats);
  }

  @Test
  void returnsListsAsSpecified() {
    JsonObject issues = get(ISSUES).json();
    assertEquals(1, issues.getInteger("total_count"));
    assertNotNull(issues.getJsonObject("issues_by_repository").getJsonObject("octocat/site"));
    assertNotNull(issues.getJsonObject("summary").getString("retrieved_at"));
    assertEquals(1, get(PULLS).json().getInteger("count"));
    assertEquals(1, NODE.get(RECENT).json().getInteger("count"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', old",
    "?daysStale=1, old new",
    "?daysStale=170, old",
    "?daysStale=200, ''",
    "?daysStale=1&includeDefault=true, master old new",
    "?includeDefault=false, old",
  })
  void filtersStaleBranchesByQuery(String query, String names) {
    List<String> branches = get(BRANCHES + query).texts("branches", "branch");
    assertEquals(names, String.join(" ", branches));
    assertEquals(branches.size(), get(BRANCHES + query).json().getInteger("count"));
  }

  /**
   * More clients than the waiting limit: 20 of 60 get 503, the others wait for the shared reply.
   * Other operations are answered immediately.
   */
  @Test
  void isolatesAHangingProvider() throws Exception {
    NODE.clock.advance(Duration.ofHours(49));
    NODE.get(RECENT).expect(200);
    var go = new CountDownLatch(1);
    SIMULATOR.script(
        "search",
        request -> {
          go.await();
          return new CodeHostSimulator.Answer(200, "{\"total_count\":0,\"items\":[]}");
        });
    int before = SIMULATOR.asked("search").size();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Client.Reply>> crowd =
          IntStream.range(0, 60).mapToObj(i -> threads.submit(() -> get(PULLS))).toList();
      Waiting.until(() -> crowd.stream().filter(Future::isDone).count() == 20);
      NODE.get(RECENT).expect(200);
      NODE.get("/api/proxy/still-alive/status").expect(200);
      go.countDown();
      Map<Integer, Integer> statuses = new HashMap<>();
      for (Future<Client.Reply> each : crowd) {
        statuses.merge(each.get().status(), 1, Integer::sum);
      }
      assertEquals(Map.of(200, 40, 503, 20), statuses);
    }
    assertEquals(before + 1, SIMULATOR.asked("search").size());
    // The provider recovers, and the cached reply expires.
    SIMULATOR.unscript();
    NODE.clock.advance(Duration.ofHours(25));
    assertEquals(1, get(PULLS).json().getInteger("count"));
  }

  /** The cached results have expired. Only the log contains the cause of the failure. */
  @ParameterizedTest
  @ValueSource(strings = {STATS, RECENT, ISSUES, PULLS, BRANCHES})
  void returns502WhenTheProviderFails(String path) {
    NODE.clock.advance(Duration.ofHours(49));
    SIMULATOR.script("", 401, "{\"message\":\"" + CodeHostSimulator.TOKEN + "\"}");
    assertEquals("codehost failed", get(path).expect(502).error());
    SIMULATOR.unscript();
    NODE.clock.advance(Duration.ofSeconds(6));
    assertFalse(get(path).expect(200).text().contains(CodeHostSimulator.TOKEN));
  }
}
