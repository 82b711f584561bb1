package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import dev.gatehouse.settings.Http;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Readiness depends on a reply from the HTTP port. */
@Tag("slow")
class OwnPortProbeTest {
  private static final int MAX = 8;

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("HTTP_MAX_CONNECTIONS", Integer.toString(MAX));

  @Test
  void reportsNotReadyWhileNoConnectionIsFree() throws Exception {
    Waiting.until(() -> ready(NODE).status() == 200);
    List<RawClient> held = new ArrayList<>();
    try {
      for (int i = 0; i < MAX; i++) {
        held.add(NODE.raw());
      }
      Waiting.until(() -> ready(NODE).status() == 503);
      Waiting.until(() -> ready(NODE).text().contains("the HTTP port does not answer"));
    } finally {
      for (RawClient each : held) {
        each.close();
      }
    }
    Waiting.until(() -> ready(NODE).status() == 200);
  }

  @Test
  void asksOverTls() throws Exception {
    TestNode node = new TestNode().tls();
    node.beforeAll((ExtensionContext) null);
    try {
      Waiting.until(
          () -> ready(node).json().getJsonObject("checks").getString("http").equals("up"));
    } finally {
      node.afterAll((ExtensionContext) null);
    }
  }

  /** A short peak does not make the node unready, but a port that remains silent does. */
  @Test
  void toleratesOneSlowCheck() throws IOException {
    Http settings = TestSettings.of().http();
    var probe = new OwnPortProbe(settings, new SecureRandom());
    try (var silent = new ServerSocket(0, 50, InetAddress.getByName(settings.host()))) {
      probe.listens(silent.getLocalPort(), 1);
      assertEquals(Optional.empty(), probe.check());
      assertEquals(Optional.of("the HTTP port does not answer: no reply in time"), probe.check());
    }
    assertTrue(probe.check().isPresent(), "a refused connection is no slow reply");
  }

  /** Only the secret path of the running node gets the reply of the probe. */
  @Test
  void treatsForgedProbesAsOtherRequests() throws IOException {
    NODE.ask("GET /" + "0".repeat(32)).expect(404);
  }

  private static RawClient.Reply ready(TestNode node) throws IOException {
    try (var raw = new RawClient(node.managementAddress())) {
      return raw.ask("GET /readyz");
    }
  }
}
