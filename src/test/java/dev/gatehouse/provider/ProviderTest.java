package dev.gatehouse.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.bus.FailureException;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shared way to call a provider, where it fails. */
class ProviderTest {
  private static final int MAX_BYTES = 1_000;
  private final TestClock clock = new TestClock();

  @Test
  void manyWaitForOneFetch() throws Exception {
    var fetches = new AtomicInteger();
    var remembered =
        new StaleOnErrorCache<Integer>(Duration.ofMinutes(1), Duration.ofHours(1), 10, clock);
    var tokens =
        new TokenCache(
            () -> new TokenCache.Token("t" + fetches.incrementAndGet(), Duration.ofMinutes(10)),
            clock);
    var go = new CountDownLatch(1);
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        callers.submit(() -> {
          go.await();
          return remembered.get("key", fetches::incrementAndGet).value() + tokens.get();
        });
      }
      go.countDown();
    }
    assertEquals(2, fetches.get());
  }

  @Test
  void anOldAnswerServesUntilItIsTooOld() {
    var remembered =
        new StaleOnErrorCache<String>(Duration.ofMinutes(1), Duration.ofHours(1), 10, clock);
    var calls = new AtomicInteger();
    Supplier<String> down =
        () -> {
          calls.incrementAndGet();
          throw new IllegalStateException("down");
        };
    assertEquals("good", remembered.get("key", () -> "good").value());
    clock.advance(Duration.ofMinutes(2));
    for (int i = 0; i < 5; i++) {
      assertEquals("good", remembered.get("key", down).value());
    }
    assertEquals(1, calls.get(), "not every caller tries what has just failed");
    clock.advance(Duration.ofHours(1));
    assertThrows(IllegalStateException.class, () -> remembered.get("key", down));
    clock.advance(Duration.ofSeconds(6));
    assertEquals("new", remembered.get("key", () -> "new").value());
  }

  @Test
  void aTokenIsRenewedAMinuteEarlyAndWhenItWasRefused() {
    var count = new AtomicInteger();
    var tokens =
        new TokenCache(
            () -> new TokenCache.Token("t" + count.incrementAndGet(), Duration.ofMinutes(10)),
            clock);
    assertEquals("t1", tokens.get());
    clock.advance(Duration.ofMinutes(8));
    assertEquals("t1", tokens.get());
    clock.advance(Duration.ofSeconds(61));
    assertEquals("t2", tokens.get());
    tokens.drop("t1");
    assertEquals("t2", tokens.get(), "another caller has renewed it already");
    tokens.drop("t2");
    assertEquals("t3", tokens.get());
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5",
    "0, 0",
    "' 12 ', 12",
    "-3, 0",
    "soon, 0",
    "999999999, 86400",
    "'Wed, 01 Jan 2025 00:01:00 GMT', 60",
    "'Wed, 01 Jan 2020 00:00:00 GMT', 0"
  })
  void pausesAreReadInBothForms(String header, long seconds) {
    Instant now = Instant.parse("2025-01-01T00:00:00Z");
    assertEquals(Duration.ofSeconds(seconds), RetryAfter.of(header, now));
  }

  @Test
  void aReplyTooLargeIsCutOffAndRedirectsAreNotFollowed() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/large",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (var out = exchange.getResponseBody()) {
            out.write(new byte[10 * MAX_BYTES]);
          }
        });
    server.createContext(
        "/moved",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "/large");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    try {
      assertEquals(502, status(url + "/large", Duration.ofSeconds(5)));
      assertEquals(302, status(url + "/moved", Duration.ofSeconds(5)));
    } finally {
      server.stop(0);
    }
    assertEquals(502, status(url + "/gone", Duration.ofSeconds(5)), "nobody listens any more");
  }

  @Test
  void whoeverNeverAnswersIsGivenUp() throws IOException {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      long started = System.nanoTime();
      String url = "http://127.0.0.1:" + silent.getLocalPort() + "/";
      assertEquals(504, status(url, Duration.ofMillis(200)));
      assertTrue(Duration.ofNanos(System.nanoTime() - started).toSeconds() < 10);
    }
  }

  private int status(String url, Duration total) {
    Vertx vertx = Vertx.vertx();
    try {
      var upstream =
          new Upstream(
              vertx,
              "example",
              new Upstream.Limits(total, MAX_BYTES),
              reply -> false,
              clock,
              new Random(1));
      return upstream.send(UpstreamRequest.get(url)).status();
    } catch (FailureException e) {
      return e.failure().status();
    } finally {
      vertx.close().await();
    }
  }
}
