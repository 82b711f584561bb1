package dev.gatehouse.provider;

import static dev.gatehouse.provider.ProviderFixture.failure;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.provider.FaultyProvider.Script;
import dev.gatehouse.provider.ProviderClient.Paging.LinkHeader;
import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pauses, quotas, pages, conditional requests and errors in the forms that providers use. */
@Timeout(60)
class ProviderProtocolTest {
  private static final Instant NOW = Instant.parse("2025-01-01T00:00:00Z");

  @RegisterExtension final ProviderFixture fixture = new ProviderFixture();

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "5, 5",
        "0, 0",
        "' 12 ', 12",
        "999999999999, 86400",
        "'Wed, 01 Jan 2025 00:01:00 GMT', 60",
        "'Wed, 01 Jan 2020 00:00:00 GMT', 0",
        "-3, -",
        "soon, -",
      })
  void retryAfterIsReadInBothForms(String text, Long seconds) {
    assertEquals(
        Optional.ofNullable(seconds).map(Duration::ofSeconds), ProviderReply.retryAfter(text, NOW));
  }

  /** The provider's clock is 500 seconds ahead. The pause must still be half a minute. */
  @ParameterizedTest
  @CsvSource({
    "429, Retry-After, 'Wed, 01 Jan 2025 00:08:50 GMT'",
    "403, Retry-After, 30",
    "403, X-RateLimit-Reset, 1735690130",
    "429, X-RateLimit-Reset, 1735690130000",
    "403, X-RateLimit-Reset, 30",
    "200, X-RateLimit-Reset, 1735690130",
    "503, Retry-After, 30",
  })
  void pausesForTimeGivenByProvider(int status, String header, String value) {
    Instant theirs = NOW.plusSeconds(500);
    fixture.clock.set(NOW);
    fixture.provider.does(
        Script.status(
            status,
            "{}",
            "Date: " + HttpDate.text(theirs),
            "X-RateLimit-Remaining: 0",
            header + ": " + value));
    ProviderClient client = fixture.client();
    if (status == 200) {
      assertEquals(200, client.call(fixture.get("/")).status());
    } else {
      assertEquals(503, failure(() -> client.call(fixture.get("/"))).status());
    }
    ApiError refused = failure(() -> client.call(fixture.get("/")));
    int seconds = Integer.parseInt(refused.headers().get("Retry-After"));
    assertTrue(seconds > 20 && seconds <= 30, "seconds: " + seconds);
    assertEquals(1, fixture.provider.asked().size());
    fixture.provider.does(Script.text("{}"));
    assertEquals(200, client.call(fixture.get("/").countedUnder("search")).status());
    fixture.clock.advance(Duration.ofSeconds(31));
    assertEquals(200, client.call(fixture.get("/")).status());
  }

  @Test
  void waitsForShortPauseAndRetries() {
    fixture.provider.does(
        Script.turns(Script.status(429, "", "Retry-After: 1"), Script.text("{}")));
    assertEquals(200, fixture.client().call(fixture.get("/")).status());
  }

  /** A 403 alone is a rejection, not a rate limit. */
  @Test
  void doesNotPauseAfterPlain403() {
    fixture.provider.does(Script.status(403, "", "X-RateLimit-Remaining: 7"));
    assertEquals(403, fixture.client().call(fixture.get("/")).status());
    assertEquals(403, fixture.client().call(fixture.get("/")).status());
  }

  @Test
  void followsPagesWithinOrigin() {
    fixture.provider.does((asked, out) -> {
      int page = Integer.parseInt(asked.target().replaceAll("\\D", ""));
      Script.text(
              "[" + page + "]",
              page < 3
                  ? "Link: </?p=1>; rel=prev, </?p=" + (page + 1) + ">; rel=\"next last\""
                  : "X-No: link")
          .answer(asked, out);
    });
    ProviderClient client = fixture.client();
    var all = client.pages(fixture.get("/?p=1"), 9, page -> List.of(page.body()[1] - '0'));
    assertEquals(List.of(1, 2, 3), all.items());
    assertTrue(all.complete());
    var exactly = client.pages(fixture.get("/?p=1"), 3, page -> List.of(1));
    assertEquals("3 true", exactly.items().size() + " " + exactly.complete());
    var cut = client.pages(fixture.get("/?p=1"), 2, page -> List.of(1));
    assertEquals("2 false", cut.items().size() + " " + cut.complete());
    fixture.provider.does(Script.text("[]", "Link: <http://192.0.2.1/>; rel=next"));
    assertEquals(
        502, failure(() -> client.pages(fixture.get("/?p=1"), 9, page -> List.of())).status());
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "<https://a.example/x?a=1,2>; rel=\"next\" | https://a.example/x?a=1,2",
        "<b>; title=\"a, <no>; rel=next\"; rel=next | https://a.example/b",
        "<b>; rel=last, <c>; REL=\"prev NEXT\" | https://a.example/c",
        "<b>; rel=nextish | -",
        "rel=next | -",
        "<<<<;;;,,, | -",
      })
  void linksAreReadAsTheStandardWritesThem(String header, String next) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Link", header);
    assertEquals(
        Optional.ofNullable(next),
        LinkHeader.next("https://a.example/a", new ProviderReply(200, headers, new byte[0]))
            .map(Object::toString));
  }

  @ParameterizedTest
  @CsvSource({
    "'ETag: \"1\"', if-none-match, '\"1\"'",
    "'Last-Modified: Wed, 01 Jan 2025 00:00:00 GMT', if-modified-since,"
        + " 'Wed, 01 Jan 2025 00:00:00 GMT'",
  })
  void returnsCachedBodyOn304(String validator, String condition, String value) {
    fixture.provider.does((asked, out) ->
        (asked.headers().containsKey(condition)
                ? Script.status(304, "")
                : Script.text("{\"a\":1}", validator))
            .answer(asked, out));
    ProviderClient client = fixture.client();
    ProviderReply first = client.call(fixture.get("/").conditional());
    ProviderReply second = client.call(fixture.get("/").conditional());
    assertEquals(200, second.status());
    assertArrayEquals(first.body(), second.body());
    assertEquals(value, fixture.provider.asked().getLast().headers().get(condition));
    assertEquals(1, fixture.counter("not_modified"));
    client.call(fixture.get("/"));
    assertNull(fixture.provider.asked().getLast().headers().get(condition));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400|{\"error\":\"invalid_grant\",\"error_description\":\"Check your iat and exp values\"}"
            + "|status 400 reason=invalid_grant",
        "403|{\"error\":{\"errors\":[{\"reason\":\"accessNotConfigured\"}],\"status\":\"X_Y\"}}"
            + "|status 403 reason=accessNotConfigured",
        "403|{\"error\":{\"code\":403,\"status\":\"PERMISSION_DENIED\"}}"
            + "|status 403 reason=PERMISSION_DENIED",
        "401|{\"error\":\"the key abc of ann@example.org is wrong\"}|status 401",
        "403|{\"message\":\"token does not have the scope\"}"
            + "|status 403 reason=token does not have the scope",
        "500|{\"message\":\"very-secret-0123456789\"}|status 500",
        "502|<html>Bad gateway</html>|status 502",
        "502|[]|status 502",
        "200|{\"error\":\"invalid_grant\"}|status 200"
      })
  void namesCauseWithoutSecrets(int status, String body, String expected) {
    var reply =
        new ProviderReply(
            status, MultiMap.caseInsensitiveMultiMap(), body.getBytes(StandardCharsets.UTF_8));
    assertEquals(expected, reply.described());
  }
}
