package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replies that fail, redirect elsewhere or never end. The previous result is returned. */
@Tag("slow")
@Timeout(60)
class CodeHostFaultsTest extends CodeHostFixture {
  private static final Duration SHORT = Duration.ofMillis(500);

  @BeforeEach
  void start() {
    simulator.add("one", "Java", 3);
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
    host = host("octocat", body.equals("hang") ? SHORT : CodeHostApi.OPTIONS.timeout());
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
      host = host("monalisa", CodeHostApi.OPTIONS.timeout());
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
