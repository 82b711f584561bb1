package dev.gatehouse.node.management;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ErrorShape;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.settings.Settings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The management port keeps nothing for ever: no connection, no long body, no call. */
@Timeout(60)
@ExtendWith(VertxExtension.class)
class ManagementTest {
  @RegisterExtension static final TestNode NODE = new TestNode().with("HTTP_HEAD_TIMEOUT", "1s");

  /** Does not close the connection of a request that is sent late. */
  @RegisterExtension static final TestNode PATIENT = new TestNode();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET /rea",
        "POST /calls/access.bans HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{",
        "GET /livez HTTP/1.1\r\nHost: a\r\n\r\nGET /li"
      })
  void whoDoesNotFinishIsClosed(String beginning) throws IOException {
    try (var raw = new RawClient(NODE.managementAddress())) {
      raw.send(beginning);
      assertTrue(raw.closedByServer());
    }
  }

  /** Each new connection closes the one that has been idle longest. */
  @Test
  void answersProbesDuringIdleConnections() throws IOException {
    List<RawClient> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 150; i++) {
        idle.add(new RawClient(PATIENT.managementAddress()));
      }
      for (int i = 0; i < 20; i++) {
        try (var probe = new RawClient(PATIENT.managementAddress())) {
          probe.ask("GET /readyz").expect(200);
        }
      }
      assertTrue(idle.getFirst().closedByServer());
    } finally {
      for (RawClient each : idle) {
        each.close();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"65536, 200", "65537, 413", "3000000, 413"})
  void returns413ForBodyOver64KiB(int length, int status) throws IOException {
    String body = "{\"a\":\"" + "x".repeat(length - 8) + "\"}";
    assertEquals(status, call("access.bans", body));
  }

  /** A listener to events returns no reply. */
  @ParameterizedTest
  @CsvSource({
    "access.changed, 404", "blobs.changed, 404", "trading.dataChanged, 404",
    "notifications.created, 404", "nobody.here, 404", "access.bans, 200",
    "access.currentCode, 200",
  })
  void returns404ForAddressesWithoutReply(String address, int status) throws IOException {
    assertEquals(status, call(address, "{}"));
  }

  @Test
  void rejectsInvalidJson() throws IOException {
    assertEquals(400, call("access.bans", "{\"a\":"));
  }

  /**
   * A check of the surroundings may wait for a store that is slow. If an event loop waited for it,
   * EventLoopsTest would fail.
   */
  @Test
  void answersProbesWhileHintIsAwaited(Vertx vertx) throws Exception {
    var health = new Health(System::nanoTime);
    var begun = new CountDownLatch(1);
    var released = new CountDownLatch(1);
    health.warn(
        "slow",
        () -> {
          begun.countDown();
          Waiting.on(released);
          return Optional.empty();
        });
    health.listen();
    var management =
        new Management(
            new Settings.Management("127.0.0.1", 0),
            Duration.ofSeconds(10),
            health,
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
            new Management.Commands(null, Map.of(), Map.of(), "token"));
    vertx.deployVerticle(management).await();
    String address = "http://127.0.0.1:" + management.port();
    try (var ready = new RawClient(address);
        var live = new RawClient(address)) {
      ready.send(RawClient.head("GET /readyz"));
      Waiting.on(begun);
      live.ask("GET /livez").expect(200);
      ready.read().expect(200);
    } finally {
      released.countDown();
    }
  }

  private static int call(String address, String body) throws IOException {
    String token = Files.readString(PATIENT.data().resolve("secrets/management-token")).strip();
    try (var raw = new RawClient(PATIENT.managementAddress())) {
      raw.send(
          RawClient.head(
              "POST /calls/" + address,
              "Authorization: Bearer " + token,
              "Content-Length: " + body.length()));
      raw.send(body);
      RawClient.Reply reply = raw.read();
      assertTrue(reply.json().fieldNames().size() > 0);
      if (reply.status() >= 400) {
        ErrorShape.check(address, reply.status(), reply.json());
      }
      return reply.status();
    }
  }
}
