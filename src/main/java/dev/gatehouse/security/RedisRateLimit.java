package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.security.RateLimit.Policy;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Response;

/**
 * Rate limits that nodes share. A script in Redis counts each request, using Redis's clock. Allowed
 * requests are also counted in this node's memory. While Redis is down, that memory decides with
 * the same limits, and no request waits for Redis.
 */
public final class RedisRateLimit implements RateLimit, AutoCloseable {
  private static final Future<RateLimit.Decision> UNLIMITED =
      Future.succeededFuture(RateLimit.Decision.UNLIMITED);

  private final RedisScript script;
  private final LocalRateLimit local;
  private final Counter localDecisions;

  /** Trial run that writes an already expired entry under a separate key. */
  private static final RedisScript.Trial TRIAL =
      new RedisScript.Trial("gatehouse:trial", "1000", "1");

  /**
   * Starts connecting to Redis. Until it is connected, and while it is down, this node decides.
   *
   * @param server Redis server; its patience limits how long a request waits
   * @param local decides while Redis is down
   */
  public static RedisRateLimit start(
      Vertx vertx, RedisScript.Server server, LocalRateLimit local, MeterRegistry registry) {
    var script = new RedisScript(vertx, server, slidingWindow(), TRIAL);
    script.start();
    return new RedisRateLimit(script, local, registry);
  }

  private static String slidingWindow() {
    try (InputStream in = RedisRateLimit.class.getResourceAsStream("/redis/sliding-window.lua")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RedisRateLimit(RedisScript script, LocalRateLimit local, MeterRegistry registry) {
    this.script = script;
    this.local = local;
    this.localDecisions =
        Counter.builder("gatehouse.ratelimit.fallback")
            .description(
                "Requests that were counted in this node's memory while Redis was not reachable")
            .register(registry);
    Gauge.builder("gatehouse.redis.up", script, redis -> redis.isUp() ? 1 : 0)
        .description("1 while Redis counts the requests of all nodes")
        .register(registry);
  }

  @Override
  public Future<RateLimit.Decision> spend(Policy policy, String key) {
    if (policy.off()) {
      return UNLIMITED;
    }
    return script
        .run(
            "gatehouse:limit:" + policy.name() + ':' + key,
            Long.toString(policy.window().toNanos() / 1_000),
            Integer.toString(policy.limit()))
        .map(reply -> reply.transform(counted -> decide(policy, key, counted)))
        .orElseGet(() -> spendHere(policy, key));
  }

  private Future<RateLimit.Decision> decide(
      Policy policy, String key, AsyncResult<Response> counted) {
    if (counted.failed()) {
      return spendHere(policy, key);
    }
    Response fields = counted.result();
    boolean allowed = fields.get(0).toInteger() == 1;
    if (allowed) {
      local.note(policy, key);
    }
    return Future.succeededFuture(
        new RateLimit.Decision(
            allowed, fields.get(1).toInteger(), micros(fields.get(2)), micros(fields.get(3))));
  }

  private Future<RateLimit.Decision> spendHere(Policy policy, String key) {
    localDecisions.increment();
    return local.spend(policy, key);
  }

  private static Duration micros(Response field) {
    return Duration.of(field.toLong(), ChronoUnit.MICROS);
  }

  /** Returns a sentence for the owner while Redis is down, otherwise empty. */
  public Optional<String> trouble() {
    if (script.isUp()) {
      return Optional.empty();
    }
    return Optional.of("Redis is unavailable: this node counts requests separately");
  }

  @Override
  public void close() {
    script.close();
  }
}
