package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.security.RedisScript;
import dev.gatehouse.settings.Section;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;

/**
 * Signs in to Redis and runs a script, as the rate limits do.
 *
 * @param own the section {@code redis}
 */
record RedisLogin(Section own, Duration limit) {
  private static final String REDIS = "redis";

  List<Finding> check() {
    String url = own.text("url");
    if (url.isEmpty()) {
      return List.of();
    }
    var server = new RedisScript.Server(URI.create(url), own.text("certificate"), limit);
    Vertx vertx = Vertx.vertx();
    try {
      Redis.createClient(vertx, RedisScript.options(server).setProtocolNegotiation(false))
          .connect()
          .compose(redis -> redis.send(Request.cmd(Command.EVAL).arg("return 1").arg(0)))
          .timeout(limit.toMillis(), TimeUnit.MILLISECONDS)
          .await();
      return List.of(Finding.ok(REDIS, "Redis accepts the login and runs scripts"));
    } catch (Throwable e) {
      // await() rethrows any failure of the client, including checked exceptions.
      return List.of(
          Finding.problem(
              REDIS,
              "Redis at " + server.url().getHost() + " cannot be used: " + e.getMessage(),
              "Start Redis, permit scripts (EVAL), or correct redis.url with its user, password and"
                  + " database, redis.certificate and the firewall."));
    } finally {
      vertx.close().await();
    }
  }
}
