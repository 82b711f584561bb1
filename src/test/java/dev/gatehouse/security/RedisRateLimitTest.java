package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RedisServer;
import dev.gatehouse.Waiting;
import dev.gatehouse.security.RateLimit.Policy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Limits that two nodes share through a real Redis. They are exact, even after Redis loses its
 * data.
 */
class RedisRateLimitTest {
  private static final Policy DEFAULT = new Policy("default", 45, Duration.ofMinutes(1));
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @RegisterExtension static final RedisServer REDIS = new RedisServer();

  private static final Vertx VERTX = Vertx.vertx();
  private static final MeterRegistry METERS = new SimpleMeterRegistry();
  private static RedisRateLimit here;
  private static RedisRateLimit there;

  @BeforeAll
  static void connect() throws Exception {
    here = limit(METERS);
    there = limit(new SimpleMeterRegistry());
    Waiting.until(() -> here.trouble().isEmpty() && there.trouble().isEmpty());
  }

  private static RedisRateLimit limit(MeterRegistry meters) {
    var local = new LocalRateLimit(100, System::nanoTime);
    return RedisRateLimit.start(
        VERTX, new RedisScript.Server(REDIS.url(), "", PATIENCE), local, meters);
  }

  private static RateLimit.Decision spend(RedisRateLimit limit, Policy policy, String key) {
    return limit.spend(policy, key).await();
  }

  @Test
  void allows45RequestsAcrossBothNodes() {
    for (int i = 0; i < 45; i++) {
      RateLimit.Decision decision = spend(i % 2 == 0 ? here : there, DEFAULT, "both");
      assertTrue(decision.allowed());
      assertEquals(44 - i, decision.remaining());
      assertTrue(decision.reset().compareTo(Duration.ofMinutes(1)) <= 0);
      assertEquals(Duration.ZERO, decision.retryAfter());
    }
    RateLimit.Decision refused = spend(there, DEFAULT, "both");
    assertFalse(refused.allowed());
    assertEquals(0, refused.remaining());
    assertTrue(refused.retryAfter().compareTo(Duration.ofSeconds(30)) > 0, refused::toString);
    assertEquals(refused.reset(), refused.retryAfter());
    assertTrue(spend(here, DEFAULT, "another").allowed());
    assertTrue(spend(here, new Policy("hire", 3, Duration.ofHours(1)), "both").allowed());
  }

  @Test
  void asksNothingIfPolicyIsOff() {
    Policy off = new Policy("off", 0, Duration.ofMinutes(1));
    assertEquals(RateLimit.Decision.UNLIMITED, here.spend(off, "any").result());
  }

  @Test
  void enforcesLimitForConcurrentRequests() {
    List<Future<RateLimit.Decision>> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(here.spend(DEFAULT, "crowd"));
      all.add(there.spend(DEFAULT, "crowd"));
    }
    long allowed = all.stream().filter(one -> one.await().allowed()).count();
    assertEquals(45, allowed);
  }

  @Test
  void allowsOneRequestAfterRetryAfter() throws Exception {
    Policy two = new Policy("two", 2, Duration.ofMinutes(1));
    long first = System.currentTimeMillis() * 1_000 - Duration.ofSeconds(59).toNanos() / 1_000;
    assertEquals(":1", REDIS.ask("RPUSH gatehouse:limit:two:patient " + first));
    assertTrue(spend(here, two, "patient").allowed());
    RateLimit.Decision next = spend(there, two, "patient");
    if (!next.allowed()) { // unless the first request left the window meanwhile
      assertTrue(next.retryAfter().toMillis() <= 1_000, next::toString);
      VERTX.timer(next.retryAfter().toMillis() + 1).await();
      assertTrue(spend(there, two, "patient").allowed());
    }
    assertFalse(spend(here, two, "patient").allowed(), "one left the window, so one came in");
  }

  @Test
  void reloadsScriptAfterFlush() throws Exception {
    spend(here, DEFAULT, "flushed");
    double unshared = METERS.get("gatehouse.ratelimit.fallback").counter().count();
    assertEquals("+OK", REDIS.ask("SCRIPT FLUSH"));
    assertEquals(43, spend(here, DEFAULT, "flushed").remaining());
    assertEquals(42, spend(there, DEFAULT, "flushed").remaining());
    assertEquals(unshared, METERS.get("gatehouse.ratelimit.fallback").counter().count());
  }

  @Test
  void restartsCountsAfterFlushAll() throws Exception {
    spend(here, DEFAULT, "forgotten");
    assertEquals("+OK", REDIS.ask("FLUSHALL"));
    assertEquals(44, spend(there, DEFAULT, "forgotten").remaining());
  }

  @Test
  void expiresWindowInRedis() throws Exception {
    spend(here, DEFAULT, "passer-by");
    String left = REDIS.ask("PTTL gatehouse:limit:default:passer-by").substring(1);
    assertTrue(Long.parseLong(left) > 0 && Long.parseLong(left) <= 60_000, left);
  }

  @Test
  void ignoresTimestampsFromTheFuture() throws Exception {
    Policy one = new Policy("one", 1, Duration.ofSeconds(60));
    long ahead = System.currentTimeMillis() * 1_000 + Duration.ofHours(1).toNanos() / 1_000;
    assertEquals(":1", REDIS.ask("RPUSH gatehouse:limit:one:early " + ahead));
    assertTrue(spend(here, one, "early").allowed());
    assertFalse(spend(here, one, "early").allowed());
  }

  @Test
  void fallsBackOnRedisError() throws Exception {
    spend(here, DEFAULT, "full");
    assertEquals("+OK", REDIS.ask("CONFIG SET maxmemory 1"));
    try {
      assertEquals(43, spend(here, DEFAULT, "full").remaining(), "this node's memory goes on");
      assertEquals(42, spend(here, DEFAULT, "full").remaining());
    } finally {
      assertEquals("+OK", REDIS.ask("CONFIG SET maxmemory 0"));
    }
    Waiting.until(() -> here.trouble().isEmpty() && there.trouble().isEmpty());
    assertEquals(43, spend(there, DEFAULT, "full").remaining(), "as Redis has counted");
  }
}
