package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import ch.qos.logback.classic.Level;
import dev.gatehouse.FreePort;
import dev.gatehouse.LogLines;
import dev.gatehouse.RedisServer;
import dev.gatehouse.Waiting;
import dev.gatehouse.security.RateLimit.Policy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.net.SelfSignedCertificate;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real Redis over TLS. A trusted certificate is accepted; with any other, Redis is unavailable.
 */
@Tag("slow")
class RedisTlsTest {
  private static final Policy TWO = new Policy("two", 2, Duration.ofMinutes(1));
  private static final SelfSignedCertificate OURS = SelfSignedCertificate.create("localhost");
  private static final SelfSignedCertificate OTHERS = SelfSignedCertificate.create("localhost");
  private static final int PORT = FreePort.next();

  @RegisterExtension
  static final RedisServer REDIS =
      new RedisServer(
          "--tls-port", Integer.toString(PORT),
          "--tls-cert-file", OURS.certificatePath(),
          "--tls-key-file", OURS.privateKeyPath(),
          "--tls-ca-cert-file", OURS.certificatePath(),
          "--tls-auth-clients", "no");

  @AutoClose private final Vertx vertx = Vertx.vertx();

  private RedisRateLimit limit(String host, String certificate) {
    URI url = URI.create("rediss://" + host + ":" + PORT);
    return RedisRateLimit.start(
        vertx,
        new RedisScript.Server(url, certificate, Duration.ofSeconds(20)),
        new LocalRateLimit(100, System::nanoTime),
        new SimpleMeterRegistry());
  }

  @Test
  void sharesCountsOverTls() throws Exception {
    RedisRateLimit one = limit("localhost", OURS.certificatePath());
    RedisRateLimit two = limit("localhost", OURS.certificatePath());
    Waiting.until(() -> one.trouble().isEmpty() && two.trouble().isEmpty());
    assertTrue(one.spend(TWO, "both").await().allowed());
    assertTrue(two.spend(TWO, "both").await().allowed());
    assertFalse(one.spend(TWO, "both").await().allowed());
    assertFalse(two.spend(TWO, "both").await().allowed());
  }

  @ParameterizedTest
  @CsvSource({"localhost, others", "localhost, ''", "127.0.0.1, ours"})
  void fallsBackOnUntrustedCertificate(String host, String trusted) throws Exception {
    try (var log = new LogLines(RedisScript.class, Level.INFO)) {
      String certificate =
          switch (trusted) {
            case "ours" -> OURS.certificatePath();
            case "others" -> OTHERS.certificatePath();
            default -> "";
          };
      RedisRateLimit limit = limit(host, certificate);
      Waiting.until(() -> log.list.stream().anyMatch(line -> line.getLevel() == Level.WARN));
      assertTrue(limit.trouble().isPresent());
      assertTrue(limit.spend(TWO, "alone").await().allowed());
      assertEquals(":0", REDIS.ask("EXISTS gatehouse:limit:two:alone"));
    }
  }
}
