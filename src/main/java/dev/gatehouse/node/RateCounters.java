package dev.gatehouse.node;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.security.LocalRateLimit;
import dev.gatehouse.security.RateLimit;
import dev.gatehouse.security.RedisRateLimit;
import dev.gatehouse.security.RedisScript;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.Optional;

/** The rate limit counters that the settings select: local to this node, or shared in Redis. */
final class RateCounters implements AutoCloseable {
  private static final String URL =
      "|rediss?://([^\\s/@]*@)?([^\\s/@:]+|\\[[0-9a-fA-F:]+\\])(:\\d{1,5})?(/\\d{1,4})?";

  private final LocalRateLimit local;
  private final Optional<RedisRateLimit> shared;

  RateCounters(Settings settings, Vertx vertx, MeterRegistry registry) {
    local = new LocalRateLimit(settings.limits().maxAddresses(), System::nanoTime);
    shared = server(settings).map(server -> RedisRateLimit.start(vertx, server, local, registry));
  }

  /** Returns the Redis server that the settings name; empty if they name none. */
  static Optional<RedisScript.Server> server(Settings settings) {
    Section redis = settings.section("redis");
    String url =
        redis.text("url", URL, "must be redis[s]://[[user]:password@]host[:port][/database]");
    var patience = redis.duration("timeout");
    String certificate = redis.text("certificate");
    return PlainText.nonEmpty(url)
        .map(known -> new RedisScript.Server(URI.create(known), certificate, patience));
  }

  RateLimit limits() {
    return shared.<RateLimit>map(limit -> limit).orElse(local);
  }

  /** Adds a health check of Redis if it is configured. */
  void reportTo(Health health) {
    shared.ifPresent(limit -> health.note("redis", limit::trouble));
  }

  @Override
  public void close() {
    shared.ifPresent(RedisRateLimit::close);
  }
}
