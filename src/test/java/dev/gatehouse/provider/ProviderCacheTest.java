package dev.gatehouse.provider;

import static dev.gatehouse.provider.ProviderFixture.OPTIONS;
import static dev.gatehouse.provider.ProviderFixture.failure;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.provider.FaultyProvider.Script;
import dev.gatehouse.provider.ProviderCache.Ages;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stale values, single flight, and callers that wait no longer than their own deadline. */
@Timeout(60)
class ProviderCacheTest {
  private static final Ages AGES =
      new Ages(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofHours(24));
  private static final Duration AT_ONCE = Duration.ofMillis(150);

  @RegisterExtension final ProviderFixture fixture = new ProviderFixture();

  private ProviderClient client;
  private ProviderCache<String> cache;

  @BeforeEach
  void open() {
    client = fixture.client(OPTIONS.withTimeout(Duration.ofMinutes(1)));
    cache = client.cache(AGES, 4);
  }

  /** Works with the remaining time of a client's request. */
  private static <T> T within(Duration left, Supplier<T> work) {
    Call call = Call.message("area.operation", Origin.ownTask("test", "test"), left, Map.of());
    return ScopedValue.where(AreaVerticle.CALL, call).call(work::get);
  }

  private Supplier<String> asking(ProviderClient client) {
    return () -> new String(client.call(fixture.get("/")).body(), StandardCharsets.UTF_8);
  }

  private static <T> List<T> thirty(Callable<T> one) throws Exception {
    return Concurrently.all(Collections.nCopies(30, one));
  }

  private static Duration time(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void sharesOneFetchAmongConcurrentCallers() throws Exception {
    fixture.provider.does((asked, out) -> {
      Thread.sleep(100);
      Script.text("new").answer(asked, out);
    });
    assertEquals(
        Collections.nCopies(30, "new"), thirty(() -> cache.get("key", asking(client)).value()));
    assertEquals(1, fixture.provider.asked().size());
  }

  @Test
  void servesStaleReplyWhileProviderHangs() throws Exception {
    fixture.provider.does(Script.text("old"));
    cache.get("key", asking(client));
    fixture.provider.does((asked, out) -> fixture.provider.hang());
    fixture.clock.advance(Duration.ofMinutes(5));
    Duration longest =
        thirty(() -> time(() -> assertEquals("old", cache.get("key", asking(client)).value())))
            .stream()
            .max(Duration::compareTo)
            .orElseThrow();
    assertTrue(longest.compareTo(Duration.ofSeconds(30)) < 0, longest::toString);
    Waiting.until(() -> fixture.provider.asked().size() == 2);
    // Yesterday's value is delayed briefly once, and served immediately afterwards.
    fixture.clock.advance(Duration.ofHours(23));
    assertEquals("old", cache.get("key", asking(client)).value());
    Waiting.until(() -> time(() -> cache.get("key", asking(client))).compareTo(AT_ONCE) < 0);
    assertEquals(2, fixture.provider.asked().size(), "once for all of them");
    assertTrue(fixture.counter("stale") >= 32);
  }

  @Test
  void refreshesRecentReplyInBackground() throws Exception {
    fixture.provider.does(Script.turns(Script.text("first"), Script.text("second")));
    assertEquals("first", cache.get("key", asking(client)).value());
    fixture.clock.advance(Duration.ofMinutes(2));
    assertEquals("first", cache.get("key", asking(client)).value());
    Waiting.until(() -> cache.get("key", asking(client)).value().equals("second"));
    assertEquals(2, fixture.provider.asked().size());
  }

  @Test
  void waitsForNewReplyWhenCachedOneIsOld() throws Exception {
    Waiting.until(() -> {
      cache.clear();
      cache.get("key", () -> "old");
      fixture.clock.advance(Duration.ofHours(2));
      return cache.get("key", () -> "new").value().equals("new");
    });
  }

  /** The clock was ahead for a moment. Such a value would be fresh for more than a year. */
  @Test
  void renewsValueWithFutureTime() throws Exception {
    fixture.clock.advance(Duration.ofDays(400));
    assertEquals("old", cache.get("key", () -> "old").value());
    fixture.clock.advance(Duration.ofDays(-400));
    Waiting.until(() -> cache.get("key", () -> "new").value().equals("new"));
    assertFalse(cache.get("key", () -> "newer").at().isAfter(fixture.clock.instant()));
  }

  @Test
  void doesNotServeExpiredReply() {
    cache.get("key", () -> "old");
    fixture.provider.does(Script.status(404, ""));
    fixture.clock.advance(Duration.ofHours(25));
    assertEquals(
        502,
        failure(() ->
                cache.get("key", () -> client.read(client.call(fixture.get("/")), String.class)))
            .status());
  }

  @Test
  void cachesFailureForSeconds() throws Exception {
    fixture.clock.stop();
    var asked = new AtomicInteger();
    Supplier<String> failing =
        () -> {
          asked.incrementAndGet();
          throw client.failed("no");
        };
    thirty(() -> failure(() -> cache.get("key", failing)));
    assertEquals(502, failure(() -> cache.get("key", failing)).status());
    assertEquals(1, asked.get());
    fixture.clock.advance(SingleFlight.MEMORY);
    assertEquals("good", cache.get("key", () -> "good").value());
    // Setting the clock back neither keeps a failure nor loses the value.
    fixture.clock.advance(Duration.ofHours(-1));
    assertEquals("good", cache.get("key", failing).value());
  }

  /** No caller waits for another's fetch longer than its own deadline. */
  @Test
  void waitsNoLongerThanCallersDeadline() {
    fixture.provider.does((asked, out) -> fixture.provider.hang());
    TokenCache tokens =
        client.tokens(() -> new TokenCache.Token(asking(client).get(), Duration.ofHours(1)));
    List<Supplier<?>> waits =
        List.of(() -> cache.get("key", asking(client)), tokens::get, asking(client));
    for (Supplier<?> each : waits) {
      Duration took =
          time(() ->
              assertEquals(504, within(Duration.ofMillis(300), () -> failure(each)).status()));
      assertTrue(took.compareTo(Duration.ofSeconds(30)) < 0, took::toString);
    }
  }

  /** A fetch without remaining callers still fills the cache. */
  @Test
  void completesFetchAfterCallerTimesOut() throws Exception {
    var go = new CountDownLatch(1);
    fixture.provider.does((asked, out) -> {
      go.await();
      Script.text("late").answer(asked, out);
    });
    within(Duration.ofMillis(100), () -> failure(() -> cache.get("key", asking(client))));
    go.countDown();
    assertEquals("late", cache.get("key", asking(client)).value());
    assertEquals(1, fixture.provider.asked().size());
  }

  @Test
  void rejectsCallersBeyondWaitingLimit() throws Exception {
    ProviderClient client =
        fixture.client(OPTIONS.withBulkhead(2, 5).withTimeout(Duration.ofMinutes(1)));
    ProviderCache<String> cache = client.cache(AGES, 4);
    fixture.provider.does((asked, out) -> {
      Unchecked.run(() -> Waiting.until(() -> fixture.failures("full") == 25));
      Script.status(404, "").answer(asked, out);
    });
    Supplier<String> read = () -> client.read(client.call(fixture.get("/")), String.class);
    List<ApiError> failures = thirty(() -> failure(() -> cache.get("key", read)));
    assertEquals(25, failures.stream().filter(failure -> failure.status() == 503).count());
    assertTrue(
        failures.stream()
            .filter(failure -> failure.status() == 503)
            .allMatch(failure -> failure.headers().get("Retry-After").equals("1")));
    assertEquals(25, fixture.failures("full"));
    assertEquals(1, fixture.provider.asked().size());
  }

  @Test
  void discardsFetchStartedBeforeClear() throws Exception {
    var go = new CountDownLatch(1);
    Thread early =
        Thread.ofVirtual()
            .start(() ->
                cache.get(
                    "key",
                    () -> {
                      Unchecked.run(go::await);
                      return "before";
                    }));
    Waiting.until(() -> early.getState() == Thread.State.TIMED_WAITING);
    cache.clear();
    assertEquals("after", cache.get("key", () -> "after").value());
    go.countDown();
    early.join();
    assertEquals("after", cache.get("key", () -> "late").value());
  }

  @Test
  void renewsTokenBeforeExpiry() throws Exception {
    var count = new AtomicInteger();
    TokenCache tokens =
        fixture
            .client()
            .tokens(
                () -> new TokenCache.Token("t" + count.incrementAndGet(), Duration.ofMinutes(10)));
    assertEquals(1, thirty(tokens::get).stream().distinct().count());
    fixture.clock.advance(Duration.ofMinutes(8));
    assertEquals("t1", tokens.get());
    fixture.clock.advance(Duration.ofSeconds(61));
    assertEquals("t1", tokens.get(), "good for a minute");
    Waiting.until(() -> tokens.get().equals("t2"));
    tokens.drop("t1");
    assertEquals("t2", tokens.get(), "another caller has renewed it already");
    tokens.drop("t2");
    assertEquals("t3", tokens.get());
    fixture.clock.advance(Duration.ofMinutes(10));
    assertEquals("t4", tokens.get(), "an ended one is not served");
    assertEquals(4, count.get());
  }
}
