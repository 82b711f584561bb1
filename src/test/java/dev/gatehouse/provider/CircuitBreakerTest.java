package dev.gatehouse.provider;

import static dev.gatehouse.provider.ProviderFixture.OPTIONS;
import static dev.gatehouse.provider.ProviderFixture.failure;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.provider.FaultyProvider.Script;
import dev.gatehouse.provider.ProviderHealth.Status;
import dev.gatehouse.provider.ProviderOptions.Breaker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A provider that fails repeatedly is no longer called, is used again after its recovery, and says
 * since when and why it fails.
 */
@Timeout(60)
class CircuitBreakerTest {
  private static final ProviderOptions QUICK =
      OPTIONS.withBreaker(new Breaker(10, Duration.ofMinutes(1), Duration.ofMillis(400)));
  private static final ProviderOptions SLOW =
      OPTIONS.withBreaker(new Breaker(3, Duration.ofMinutes(1), Duration.ofMinutes(1)));

  @RegisterExtension final ProviderFixture fixture = new ProviderFixture();
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final ProviderHealth health = new ProviderHealth(() -> now);

  private boolean attempt(ProviderClient client) {
    try {
      return client.attempt(fixture.get("/"), Deadline.in(Duration.ofMinutes(1))).status() == 200;
    } catch (ApiException rejected) {
      return false;
    }
  }

  private void fail(ProviderClient client) throws Exception {
    fixture.provider.does(Script.status(500, ""));
    Waiting.until(() -> {
      if (fixture.gauge("breakers.open") == 0) {
        attempt(client);
      }
      return fixture.gauge("breakers.open") == 1;
    });
  }

  @Test
  void opensHalfOpensAndCloses() throws Exception {
    ProviderClient client = fixture.client(QUICK);
    fail(client);
    int asked = fixture.provider.asked().size();

    // Half open: one call is sent, the others are rejected, and the call fails.
    var go = new CountDownLatch(1);
    fixture.provider.does((request, out) -> {
      go.await();
      Script.status(500, "").answer(request, out);
    });
    Waiting.until(() -> fixture.gauge("breakers.open") == 0);
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var one = callers.submit(() -> attempt(client));
      Waiting.until(() -> fixture.provider.asked().size() == asked + 1);
      assertEquals(503, failure(() -> client.call(fixture.get("/"))).status());
      go.countDown();
      one.get();
    }
    assertEquals(asked + 1, fixture.provider.asked().size());
    fail(client);
    assertTrue(fixture.provider.asked().size() < asked + 10, "one failure opens it again");

    // Half open again: the call succeeds, and all calls are sent.
    fixture.provider.does(Script.text("{}"));
    Waiting.until(() -> fixture.gauge("breakers.open") == 0);
    attempt(client);
    Waiting.until(() -> attempt(client));
    for (int i = 0; i < 5; i++) {
      assertEquals(200, client.call(fixture.get("/")).status());
    }
  }

  @Test
  void returns503WithRetryAfterWhileOpen() throws Exception {
    ProviderClient client = fixture.client(SLOW);
    fail(client);
    int asked = fixture.provider.asked().size();
    double open = fixture.failures("open");
    ApiError refused = failure(() -> client.call(fixture.get("/")));
    assertEquals(503, refused.status());
    assertEquals(open + 1, fixture.failures("open"));
    assertEquals(asked, fixture.provider.asked().size(), "nobody asks");
    int seconds = Integer.parseInt(refused.headers().get("Retry-After"));
    assertTrue(seconds > 30 && seconds <= 60, "seconds: " + seconds);
  }

  @Test
  void keepsOtherOriginsOfProviderClosed() throws Exception {
    ProviderClient client = fixture.client(SLOW);
    fail(client);
    try (var other = new FaultyProvider()) {
      assertEquals(200, client.call(ProviderRequest.get(other.url() + "/")).status());
    }
  }

  @Test
  void staysClosedForFailuresMixedWithSuccesses() {
    ProviderClient client = fixture.client(SLOW);
    fixture.provider.does(
        Script.turns(
            IntStream.range(0, 30)
                .mapToObj(i -> Script.status(List.of(500, 404, 500, 200).get(i % 4), ""))
                .toArray(Script[]::new)));
    for (int i = 0; i < 30; i++) {
      attempt(client);
    }
    assertEquals(30, fixture.provider.asked().size());
    assertEquals(0, fixture.gauge("breakers.open"));
  }

  /**
   * At most three calls hang and four wait. All others fail at once. A waiting call arrived
   * slightly later than the hanging calls and may still be sent, but no other call is.
   */
  @Test
  void limitsConcurrentCallsToHangingProvider() throws Exception {
    ProviderClient client =
        fixture.client(OPTIONS.withBulkhead(3, 4).withTimeout(Duration.ofSeconds(5)));
    fixture.provider.does((asked, out) -> fixture.provider.hang());
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          IntStream.range(0, 30)
              .mapToObj(
                  i -> callers.submit(() -> failure(() -> client.call(fixture.get("/"))).status()))
              .toList();
      Waiting.until(() -> fixture.gauge("calls.running") == 3);
      Waiting.until(() -> fixture.failures("full") == 23);
      for (var each : all) {
        assertTrue(List.of(503, 504).contains(each.get()));
      }
    }
    assertTrue(fixture.provider.asked().size() <= 7, "who was sent away did not ask");
    assertEquals(0, fixture.gauge("calls.running"));
  }

  private Status status() {
    return health.all().getFirst();
  }

  private void pass() {
    now = now.plus(Duration.ofMinutes(1));
  }

  @Test
  void keepsTheStartOfFailures() {
    Instant first = now;
    health.failed("p", "java.net.Some$Exception: timeout", false);
    assertEquals("timeout", status().error());
    pass();
    health.failed("p", "status 500", false);
    assertEquals(new Status("p", null, first, now, "status 500"), status());
    health.succeeded("p");
    assertEquals(null, status().failingSince());
    assertEquals("status 500", status().error());
  }

  /** The reply arrives, which is a success, and then its reader reports the failure. */
  @Test
  void countsUnreadableRepliesAsOneFailure() {
    Instant first = now;
    for (int i = 0; i < 3; i++) {
      health.succeeded("p");
      health.failed("p", "not understood", true);
      pass();
    }
    assertEquals(first, status().failingSince());
    health.succeeded("p");
    health.succeeded("p");
    health.failed("p", "not understood", true);
    assertEquals(now, status().failingSince());
  }
}
