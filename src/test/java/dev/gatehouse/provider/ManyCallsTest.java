package dev.gatehouse.provider;

import static dev.gatehouse.provider.ProviderFixture.OPTIONS;
import static dev.gatehouse.provider.ProviderFixture.failure;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.FaultyProvider.Script;
import dev.gatehouse.provider.ProviderClient.ConditionalRequestCache;
import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Responses of many calls: pauses, their deadline, invalid elements and redirects. */
@Timeout(60)
class ManyCallsTest {
  @RegisterExtension final ProviderFixture fixture = new ProviderFixture();

  record Item(int id) {
    Item {
      Objects.checkIndex(id, 100);
    }
  }

  /** The provider can find the request by this id. No other header content is logged. */
  @ParameterizedTest
  @CsvSource({
    "X-GitHub-Request-Id: C0FF:33:1, 'example: status 404 id=C0FF:33:1'",
    "X-Request-Id: a b<script>, 'example: status 404'",
    "X-Other: 1, 'example: status 404'",
  })
  void includesProviderRequestIdInErrorDetail(String header, String detail) {
    fixture.provider.does(Script.status(404, "{}", header));
    ProviderClient client = fixture.client();
    ApiError failure = failure(() -> client.read(client.call(fixture.get("/")), Item.class));
    assertEquals(detail, failure.detail());
  }

  /** A pause that does not name a quota applies to all calls to the origin. */
  @ParameterizedTest
  @CsvSource({
    "403, Retry-After: 30, 30",
    "429, Retry-After: 30, 30",
    "429, X-RateLimit-Remaining: 7, 10",
  })
  void appliesPauseToAllQuotasOfOrigin(int status, String header, int seconds) {
    fixture.provider.does(Script.status(status, "{}", header));
    ProviderClient client = fixture.client();
    failure(() -> client.call(fixture.get("/").countedUnder("search")));
    int asked = fixture.provider.asked().size();
    fixture.provider.does(Script.text("{}"));
    assertEquals(503, failure(() -> client.call(fixture.get("/").countedUnder("core"))).status());
    assertEquals(503, failure(() -> client.call(fixture.get("/"))).status());
    assertEquals(asked, fixture.provider.asked().size());
    fixture.clock.advance(Duration.ofSeconds(seconds + 1));
    assertEquals(200, client.call(fixture.get("/").countedUnder("core")).status());
  }

  /** A pause without a stated length has the client's default length. */
  @Test
  void usesDefaultPauseWhenLengthIsMissing() {
    fixture.clock.stop();
    fixture.provider.does(Script.status(403, "secondary"));
    ProviderClient client =
        fixture.client(
            OPTIONS.withRefusal(
                reply -> new String(reply.body(), StandardCharsets.UTF_8).equals("secondary"),
                Duration.ofMinutes(1)));
    ApiError failure = failure(() -> client.call(fixture.get("/")));
    assertEquals("60", failure.headers().get("Retry-After"));
    assertEquals(1, fixture.provider.asked().size());
    fixture.clock.advance(Duration.ofSeconds(59));
    assertEquals(503, failure(() -> client.call(fixture.get("/other"))).status());
    assertEquals(1, fixture.provider.asked().size());
  }

  /** The headers of the cached response describe a quota that has been renewed since. */
  @Test
  void returnsCurrentHeadersWithCachedReply() {
    fixture.provider.does((asked, out) ->
        (asked.headers().containsKey("if-none-match")
                ? Script.status(304, "", "X-RateLimit-Remaining: 99")
                : Script.text(
                    "{}",
                    "ETag: \"1\"",
                    "Link: </2>; rel=next",
                    "X-RateLimit-Remaining: 0",
                    "X-RateLimit-Reset: 30"))
            .answer(asked, out));
    ProviderClient client = fixture.client();
    client.call(fixture.get("/").conditional());
    fixture.clock.advance(Duration.ofSeconds(31));
    ProviderReply unchanged = client.call(fixture.get("/").conditional());
    assertEquals("99", unchanged.header("X-RateLimit-Remaining").orElseThrow());
    assertEquals("</2>; rel=next", unchanged.header("Link").orElseThrow());
    assertEquals(200, client.call(fixture.get("/")).status());
  }

  /** The cache is bounded in bytes, and each reply counts at least 1 KB. */
  @ParameterizedTest
  @CsvSource({"10, 8000", "20000, 390"})
  void limitsCacheByBytes(int bytes, int kept) {
    int asked = kept * 3 / 2;
    var known = new ConditionalRequestCache();
    var random = new Random(1);
    byte[] body = new byte[bytes];
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("ETag", "\"1\"");
    for (int i = 0; i < asked; i++) {
      random.nextBytes(body);
      known.resolve(fixture.get("/" + i), new ProviderReply(200, headers, body));
    }
    long remembered =
        IntStream.range(0, asked)
            .mapToObj(i -> known.conditions(fixture.get("/" + i)))
            .filter(request -> request.headers().containsKey("If-None-Match"))
            .count();
    assertTrue(remembered > kept * 0.9 && remembered <= kept * 1.1, "remembered: " + remembered);
  }

  @ParameterizedTest
  @CsvSource({
    "/there, 200",
    "/again, 502",
    "http://127.0.0.1:1/, 502",
    "ftp://a.example/, 502",
    "http:///, 502"
  })
  void followsRedirectsOnlyWithinOrigin(String location, int status) {
    fixture.provider.does((asked, out) ->
        (asked.target().equals("/there")
                ? Script.text("{}")
                : Script.status(302, "", "Location: " + location))
            .answer(asked, out));
    ProviderRequest request = fixture.get("/").followingOwnRedirects(2);
    if (status == 200) {
      assertEquals(200, fixture.client().call(request).status());
    } else {
      assertEquals(status, failure(() -> fixture.client().call(request)).status());
      assertEquals(1, fixture.failures("redirect"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{\"id\":1},{\"id\":2}] | '' | 1 2 | 0",
        "[{\"id\":1},7,null,{\"id\":\"x\"},{\"id\":100},[],{\"id\":3,\"more\":[{}]}] | '' | 1 3 | 5",
        "{\"a\":[{\"id\":9}],\"items\":[{\"id\":4},{}]} | items | 4 0 | 0",
        "[] | '' | '' | 0",
      })
  void oddElementsAreLeftOut(String body, String field, String ids, int odd) {
    fixture.provider.does(Script.text(body));
    ProviderClient client = fixture.client();
    Json.Elements<Item> elements =
        client.elements(client.call(fixture.get("/")), field, Item.class, 7);
    assertEquals(
        ids,
        elements.items().stream()
            .map(each -> Integer.toString(each.id()))
            .reduce((one, other) -> one + ' ' + other)
            .orElse(""));
    assertEquals(odd, elements.odd());
    assertEquals(odd > 0 ? 1 : 0, fixture.failures("unreadable"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | ''",
        "null | ''",
        "<html> | ''",
        "[{\"id\":1} | ''",
        "[{\"id\":1},{\"id\": | ''",
        "[{\"id\":1,\"id\":2}] | ''",
        "[1,2,3] | ''",
        "[{},{},{},{},{},{},{},{}] | ''",
        "{\"items\":{}} | items",
        "{\"others\":[]} | items",
        "[] | items",
        "{\"items\" | items",
      })
  void whatIsNoListIsAFailure(String body, String field) {
    fixture.provider.does(Script.text(body));
    ProviderClient client = fixture.client();
    ProviderReply reply = client.call(fixture.get("/"));
    assertEquals(502, failure(() -> client.elements(reply, field, Item.class, 7)).status());
  }

  @Test
  void limitsConcurrencyAndKeepsOrder() {
    var running = new AtomicInteger();
    var max = new AtomicInteger();
    List<Integer> numbers = IntStream.range(0, 200).boxed().toList();
    List<Integer> doubled =
        FetchThreads.map(
            numbers,
            4,
            number -> {
              max.accumulateAndGet(running.incrementAndGet(), Math::max);
              running.decrementAndGet();
              return number * 2;
            });
    assertEquals(numbers.stream().map(number -> number * 2).toList(), doubled);
    assertTrue(max.get() <= 4, "at once: " + max.get());
  }

  @Test
  void stopsAfterFirstFailure() {
    var begun = new AtomicInteger();
    var never = new CountDownLatch(1);
    var failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                FetchThreads.map(
                    IntStream.range(0, 1_000).boxed().toList(),
                    2,
                    number -> {
                      begun.incrementAndGet();
                      if (number > 0) {
                        awaitEnd(never);
                      }
                      throw new IllegalStateException("number " + number);
                    }));
    assertEquals("number 0", failure.getMessage());
    assertTrue(begun.get() <= 3, "begun: " + begun.get());
  }

  /** Waits until it is interrupted. */
  private static void awaitEnd(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Each call has its own deadline. All calls together have the deadline of the fetch. */
  @Test
  void limitsTotalTimeOfFetchWithManyCalls() {
    fixture.provider.does((asked, out) -> {
      if (asked.target().equals("/hang")) {
        fixture.provider.hang();
      }
      Script.text("{}").answer(asked, out);
    });
    ProviderClient client = fixture.client(OPTIONS.withTimeout(Duration.ofSeconds(40)));
    ProviderCache<Integer> cache =
        client.cache(
            new ProviderCache.Ages(Duration.ZERO, Duration.ZERO, Duration.ZERO),
            1,
            Duration.ofMillis(400));
    long started = System.nanoTime();
    ApiError failure =
        failure(() ->
            cache.get(
                "a",
                () ->
                    FetchThreads.map(
                            List.of("/", "/", "/hang", "/"),
                            2,
                            path -> client.call(fixture.get(path)).status())
                        .size()));
    assertEquals(504, failure.status());
    assertTrue(Duration.ofNanos(System.nanoTime() - started).toSeconds() < 20);
  }
}
