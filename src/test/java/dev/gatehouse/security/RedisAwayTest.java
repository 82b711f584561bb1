package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import ch.qos.logback.classic.Level;
import dev.gatehouse.FrozenProxy;
import dev.gatehouse.LogLines;
import dev.gatehouse.RedisServer;
import dev.gatehouse.Waiting;
import dev.gatehouse.security.RateLimit.Policy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Redis killed, silent or slow: the limit is applied from memory without delays, and Redis is used
 * again after its recovery.
 */
@Tag("slow")
class RedisAwayTest {
  private static final Policy DEFAULT = new Policy("default", 45, Duration.ofMinutes(1));
  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofSeconds(3);
  private static final long MAX_MILLIS = 10_000;

  @RegisterExtension static final RedisServer REDIS = new RedisServer();

  @AutoClose private final Vertx vertx = Vertx.vertx();
  private final MeterRegistry meters = new SimpleMeterRegistry();
  @AutoClose private final LogLines log = new LogLines(RedisScript.class, Level.INFO);
  private int port;

  private RedisRateLimit limit(URI url, Duration patience) throws Exception {
    port = url.getPort();
    var limit =
        RedisRateLimit.start(
            vertx,
            new RedisScript.Server(url, "", patience),
            new LocalRateLimit(100, System::nanoTime),
            meters);
    Waiting.until(() -> limit.trouble().isEmpty());
    log.list.clear();
    return limit;
  }

  private static RateLimit.Decision spend(RedisRateLimit limit, String key) {
    return limit.spend(DEFAULT, key).await();
  }

  /** Other servers are those of tests before, whose connections may end now. */
  private long warnings() {
    return log.list.stream()
        .filter(line -> line.getLevel() == Level.WARN)
        .filter(line -> line.getFormattedMessage().contains(":" + port + " "))
        .count();
  }

  private static long millis(Runnable work) {
    long begun = System.nanoTime();
    work.run();
    return Duration.ofNanos(System.nanoTime() - begun).toMillis();
  }

  private static void spendAll(RedisRateLimit limit, String key, int left) {
    for (int i = 0; i < left; i++) {
      assertTrue(spend(limit, key).allowed(), "after " + i);
    }
    assertFalse(spend(limit, key).allowed());
  }

  @Test
  void fallsBackWhileRedisIsDownAndRecovers() throws Exception {
    RedisRateLimit limit = limit(REDIS.url(), LONG);
    for (int i = 0; i < 40; i++) {
      spend(limit, "client");
    }
    REDIS.kill();
    spendAll(limit, "client", 5);
    assertTrue(limit.trouble().isPresent());
    assertEquals(0, meters.get("gatehouse.redis.up").gauge().value());
    assertTrue(meters.get("gatehouse.ratelimit.fallback").counter().count() >= 6);
    vertx.timer(2_500).await();
    assertEquals(1, warnings(), log.list::toString);

    REDIS.start();
    Waiting.until(() -> limit.trouble().isEmpty());
    assertEquals(1, meters.get("gatehouse.redis.up").gauge().value());
    assertEquals(44, spend(limit, "client").remaining());
    assertEquals(1, warnings(), log.list::toString);
  }

  @Test
  void startsWithoutRedisAndConnectsLater() throws Exception {
    REDIS.kill();
    var limit =
        RedisRateLimit.start(
            vertx,
            new RedisScript.Server(REDIS.url(), "", LONG),
            new LocalRateLimit(100, System::nanoTime),
            meters);
    spendAll(limit, "early", 45);
    REDIS.start();
    Waiting.until(() -> limit.trouble().isEmpty());
    assertEquals(44, spend(limit, "late").remaining());
  }

  @Test
  void fallsBackWhileRedisHangsAndRecovers() throws Exception {
    try (var proxy = new FrozenProxy(REDIS.port())) {
      RedisRateLimit limit = limit(URI.create("redis://127.0.0.1:" + proxy.port()), LONG);
      for (int i = 0; i < 40; i++) {
        spend(limit, "silent");
      }
      proxy.freeze();
      long first = millis(() -> assertTrue(spend(limit, "silent").allowed()));
      assertTrue(first < LONG.toMillis() + MAX_MILLIS, "took " + first);
      long others = millis(() -> spendAll(limit, "silent", 4));
      assertTrue(others < 5 * LONG.toMillis(), "each has waited: " + others);
      assertEquals(1, warnings(), log.list::toString);
      proxy.thaw();
      Waiting.until(() -> limit.trouble().isEmpty());
      assertTrue(spend(limit, "other").allowed());
    }
  }

  @Test
  void fallsBackWhileRedisIsTooSlow() throws Exception {
    try (var proxy = new FrozenProxy(REDIS.port())) {
      RedisRateLimit limit = limit(URI.create("redis://127.0.0.1:" + proxy.port()), PATIENCE);
      proxy.delay(PATIENCE.multipliedBy(2));
      long first = millis(() -> assertTrue(spend(limit, "slow").allowed()));
      assertTrue(first < PATIENCE.toMillis() + MAX_MILLIS, "took " + first);
      vertx.timer(2_500).await();
      assertTrue(limit.trouble().isPresent(), "it is not taken back while it is late");
      assertEquals(1, warnings(), log.list::toString);
      proxy.delay(Duration.ZERO);
      Waiting.until(() -> limit.trouble().isEmpty());
    }
  }

  @Test
  void closesHangingConnections() throws Exception {
    try (var proxy = new FrozenProxy(REDIS.port())) {
      RedisRateLimit limit = limit(URI.create("redis://127.0.0.1:" + proxy.port()), PATIENCE);
      proxy.freeze();
      spend(limit, "hanging");
      vertx.timer(4_500).await();
      proxy.thaw();
      Waiting.until(() -> limit.trouble().isEmpty());
      Waiting.until(() -> proxy.open() <= 2);
    }
  }
}
