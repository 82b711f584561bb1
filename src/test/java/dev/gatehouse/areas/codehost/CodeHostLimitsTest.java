package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.codehost.LanguageStatistics.CodehostStats;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quotas, pauses, many concurrent clients, and replies that fail, lead elsewhere or never end. */
@Tag("slow")
@Timeout(180)
class CodeHostLimitsTest extends CodeHostFixture {
  private static final Duration SHORT = Duration.ofMillis(500);

  @BeforeEach
  void start() {
    simulator.add("one", "Java", 3);
    simulator.branch("one", "master", "2026-01-01");
    simulator.issues.add(Published.issue(1, "one"));
    simulator.pullRequests.add(Published.pullRequest(2));
  }

  private void all() {
    host.stats();
    host.recent();
    host.issues();
    host.pullRequests();
    host.branches();
  }

  @Test
  void usesNoQuotaForUnchangedData() {
    all();
    int core = simulator.charged("core");
    int search = simulator.charged("search");
    clock.advance(Duration.ofHours(25));
    all();
    assertEquals(core, simulator.charged("core"));
    assertEquals(search, simulator.charged("search"));
    // Languages are not requested, because there was no push.
    assertEquals(1, simulator.asked("languages").size());
  }

  @Test
  void refetchesLanguagesAfterAPush() {
    host.stats();
    simulator.repositories.getFirst().put("pushed_at", "2026-11-22T10:00:00Z");
    simulator.languages.get("octocat/one").put("C", 1);
    clock.advance(Duration.ofHours(25));
    assertEquals(2, host.stats().value().stats().size());
    assertEquals(2, simulator.asked("languages").size());
  }

  @ParameterizedTest
  @CsvSource({"stats, 360", "recent, 10", "issues, 2", "prs, 2", "branches, 30"})
  void cachesEachReplyForItsLifetime(String operation, int minutes) throws Exception {
    Supplier<Instant> at = operation(operation);
    Instant first = at.get();
    clock.advance(Duration.ofMinutes(minutes).minusSeconds(1));
    assertEquals(first, at.get());
    clock.advance(Duration.ofSeconds(2));
    // The old result is returned while the new one is fetched.
    assertEquals(first, at.get());
    Waiting.until(() -> at.get().isAfter(first));
  }

  private Supplier<Instant> operation(String name) {
    return switch (name) {
      case "stats" -> () -> host.stats().at();
      case "recent" -> () -> host.recent().at();
      case "issues" -> () -> host.issues().at();
      case "prs" -> () -> host.pullRequests().at();
      default -> () -> host.branches().at();
    };
  }

  /** An exhausted quota does not affect the other quotas. */
  @Test
  void pausesAnExhaustedQuotaUntilItsReset() {
    simulator.script(
        "/search", 403, "{\"message\":\"API rate limit exceeded for user ID 1.\"}", used(60));
    assertPaused(30, 60, failure(() -> host.pullRequests()));
    assertEquals(1, host.issues().value().totalCount());
    assertEquals(1, host.branches().value().items().size());
    simulator.unscript();
    clock.advance(Duration.ofSeconds(61));
    assertEquals(1, host.pullRequests().value().items().size());
    assertEquals(2, simulator.asked("/search").size());
  }

  /**
   * The reply that exhausts a quota is used. Afterwards the operations that share the quota send no
   * requests.
   */
  @Test
  void sharesTheQuotaBetweenOperations() {
    simulator.script("^/issues", 200, "[" + Published.issue(1, "one").encode() + "]", used(1_800));
    assertEquals(1, host.issues().value().totalCount());
    int asked = simulator.asked("").size();
    assertPaused(1_700, 1_800, failure(() -> host.stats()));
    assertPaused(1_700, 1_800, failure(() -> host.recent()));
    assertEquals(asked, simulator.asked("").size());
    clock.advance(Duration.ofSeconds(1_801));
    assertEquals(1, host.recent().value().items().size());
  }

  /** The stored reply reported an exhausted quota. A 304 for it does not apply that quota again. */
  @Test
  void ignoresQuotaOfACachedReply() {
    simulator.script(
        "^/issues",
        request ->
            "\"a\"".equals(request.header("If-none-match"))
                ? new CodeHostSimulator.Answer(304, "", "X-RateLimit-Remaining", "4000")
                : new CodeHostSimulator.Answer(
                    200,
                    "[" + Published.issue(1, "one").encode() + "]",
                    join(used(600), "ETag", "\"a\"")));
    host.issues();
    clock.advance(Duration.ofHours(25));
    assertEquals(1, host.issues().value().totalCount());
    assertEquals(1, host.recent().value().items().size());
  }

  @ParameterizedTest
  @CsvSource({
    "403, 90, 90",
    "429, 90, 90",
    "403, '', 60",
    "429, '', 60",
  })
  void pausesAllOperationsOnSecondaryLimit(int status, String retryAfter, int seconds) {
    String body = "{\"message\":\"You have exceeded a secondary rate limit.\"}";
    simulator.script(
        "/search",
        request ->
            retryAfter.isEmpty()
                ? new CodeHostSimulator.Answer(status, body)
                : new CodeHostSimulator.Answer(status, body, "Retry-After", retryAfter));
    assertPaused(seconds - 10, seconds, failure(() -> host.pullRequests()));
    int asked = simulator.asked("").size();
    assertPaused(seconds - 10, seconds, failure(() -> host.stats()));
    assertPaused(seconds - 10, seconds, failure(() -> host.issues()));
    assertPaused(seconds - 10, seconds, failure(() -> host.branches()));
    assertEquals(asked, simulator.asked("").size());
    simulator.unscript();
    clock.advance(Duration.ofSeconds(seconds + 1));
    all();
  }

  /**
   * A rate limit interrupts the work. Results that were already fetched are not requested again.
   */
  @Test
  void resumesAfterARateLimit() {
    for (int i = 0; i < 20; i++) {
      simulator.add("r" + i, "C", 1);
    }
    simulator.script("r19/languages", 429, "", "Retry-After", "60");
    assertEquals(503, failure(() -> host.stats()).status());
    simulator.unscript();
    clock.advance(Duration.ofSeconds(61));
    host.stats();
    assertEquals(1, simulator.asked("r0/languages").size());
    assertEquals(2, simulator.asked("r19/languages").size());
  }

  @Test
  void sharesOneFetchBetweenConcurrentCallers() throws Exception {
    var asked = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    simulator.script(
        "languages",
        request -> {
          asked.countDown();
          go.await();
          return new CodeHostSimulator.Answer(200, "{\"Java\":1}");
        });
    Thread.startVirtualThread(() -> {
      Unchecked.run(asked::await);
      go.countDown();
    });
    Concurrently.times(30, i -> host.stats().value())
        .forEach(stats -> assertEquals(1, stats.stats().size()));
    assertEquals(1, simulator.asked("languages").size());
    assertEquals(1, simulator.asked("repos\\?").size());
    assertEquals(1, simulator.asked("/user$").size());
  }

  /**
   * With 500 repositories, the number of calls remains bounded, and the next day needs only few.
   */
  @Test
  void readsFiveHundredRepositories() {
    for (int i = 0; i < 499; i++) {
      simulator.add("r" + i, "C", 1_000 + i, "L" + i, 1);
      simulator.branch("r" + i, "master", "2026-01-01");
      simulator.branch("r" + i, "old", "2025-01-01");
    }
    CodehostStats stats = host.stats().value();
    assertEquals(501, stats.stats().size());
    assertEquals(1 + 5 + 500, simulator.asked("").size());
    assertEquals(999, host.branches().value().items().size());
    assertEquals(20, simulator.asked("/graphql").size());
    clock.advance(Duration.ofHours(25));
    int charged = simulator.charged("core");
    host.stats();
    assertEquals(charged, simulator.charged("core"));
    assertEquals(500, simulator.asked("languages").size());
  }

  /** A round by REST is limited to a maximum number of calls. The next round does the rest. */
  @Test
  void completesLargeRefreshInTheNextRound() {
    simulator.script("/graphql", 404, "");
    for (int i = 0; i < 499; i++) {
      simulator.add("r" + i);
      simulator.branch("r" + i, "master", "2026-01-01");
    }
    PartialList<Branch> first = host.branches().value();
    assertTrue(first.items().size() < 500 && !first.complete());
    assertTrue(simulator.asked("/repos/").size() <= PerRepository.MAX_CALLS);
    clock.advance(Duration.ofHours(25));
    PartialList<Branch> second = host.branches().value();
    assertEquals(500, second.items().size());
    assertTrue(second.complete());
  }

  private static String[] join(String[] some, String... more) {
    return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "401 | {\"message\":\"Bad credentials\"} | 502",
        "403 | {\"message\":\"Resource not accessible by personal access token\"} | 502",
        "404 | {\"message\":\"Not Found\"} | 502",
        "500 | ghp_secret_0123456789 | 502",
        "503 | '' | 502",
        "202 | '' | 502",
        "204 | '' | 502",
        "200 | <html>ghp_secret_0123456789 | 502",
        "200 | null | 502",
        "200 | {} | 502",
        "200 | [ | 502",
        "200 | [{}] | 502",
        "200 | [null,7,[]] | 502",
        "200 | hang | 504",
      })
  void anOldAnswerServesForADayWhileTheProviderFails(int status, String body, int reported)
      throws Exception {
    host = host("octocat", body.equals("hang") ? SHORT : PATIENCE);
    simulator.script("repos\\?", request -> answer(status, body));
    ApiError failure = failure(() -> host.recent());
    assertEquals(reported, failure.status());
    assertFalse(failure.toString().contains(CodeHostSimulator.TOKEN));
    simulator.unscript();
    Waiting.until(this::isAnsweredAgain);
    Instant at = host.recent().at();
    simulator.script("repos\\?", request -> answer(status, body));
    clock.advance(Duration.ofHours(23));
    assertEquals(at, host.recent().at());
    clock.advance(Duration.ofHours(2));
    assertEquals(reported, failure(() -> host.recent()).status());
  }

  private CodeHostSimulator.Answer answer(int status, String body) throws InterruptedException {
    return body.equals("hang") ? simulator.hang() : new CodeHostSimulator.Answer(status, body);
  }

  private boolean isAnsweredAgain() {
    clock.advance(Duration.ofSeconds(40));
    try {
      host.recent();
      return true;
    } catch (ApiException still) {
      return false;
    }
  }

  /**
   * Redirects of renamed accounts are followed. The token is sent to no other host, and redirect
   * loops end.
   */
  @Test
  void followsRedirectsOnTheSameHostOnly() throws Exception {
    try (var other = new CodeHostSimulator()) {
      other.add("trap");
      host = host("monalisa", PATIENCE);
      String user = Published.text("user");
      simulator.script("/users/monalisa$", 200, user);
      simulator.script(
          "/users/octocat/repos\\?", 301, "", "Location", simulator.url() + "/user/repos");
      assertEquals(1, host.recent().value().items().size());
      simulator.script("/user/repos", 302, "", "Location", "/user/repos");
      clock.advance(Duration.ofHours(25));
      assertEquals(502, failure(() -> host.recent()).status());
      simulator.script("/user/repos", 302, "", "Location", other.url() + "/user/repos");
      clock.advance(Duration.ofHours(25));
      assertEquals(502, failure(() -> host.recent()).status());
      assertEquals(List.of(), other.asked(""));
    }
  }

  @Test
  void rejectsPageLinksToAnotherHost() {
    try (var other = new CodeHostSimulator()) {
      simulator.script(
          "^/issues",
          200,
          "[" + Published.issue(1, "one").encode() + "]",
          "Link",
          "<" + other.url() + "/issues?page=2>; rel=\"next\"");
      assertEquals(502, failure(() -> host.issues()).status());
      assertEquals(List.of(), other.asked(""));
    }
  }

  @Test
  void stopsAfterTwentyPages() {
    simulator.script(
        "^/issues",
        200,
        "[" + Published.issue(1, "one").encode() + "]",
        "Link",
        "</issues?page=2>; rel=\"next\"");
    IssuesReply issues = host.issues().value();
    assertEquals(1, issues.totalCount());
    assertEquals(true, issues.summary().incomplete());
    assertEquals(20, simulator.asked("^/issues").size());
  }
}
