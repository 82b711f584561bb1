package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FreePort;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Ready means that the http port listens; until then nothing has happened outside the node. */
@Tag("slow")
@Timeout(60)
class ReadinessTest {
  /** No disk has so much room: uploads are rejected, all else is served. */
  @RegisterExtension static final TestNode FULL = new TestNode().with("STORE_RESERVE", "900000GB");

  @TempDir Path folder;

  @Test
  void staysReadyOnFullDiskAndReportsIt() throws IOException {
    JsonObject body = new JsonObject(ready(FULL.managementAddress()).expect(200).text());
    assertTrue(body.getBoolean("ready"));
    assertEquals("up", body.getJsonObject("checks").getString("documents"));
    assertTrue(body.getJsonObject("checks").getString("disk").contains("uploads are rejected"));
    FULL.client().owner("POST", "/audio/upload").file("file", "a.wav", Wavs.tone(100)).expect(507);
    FULL.client().owner("GET", "/audio").expect(200);
  }

  @Test
  void acceptsConnectionsOnceReady() throws Exception {
    for (int start = 0; start < 3; start++) {
      int http = FreePort.next();
      int management = FreePort.next();
      var over = new AtomicBoolean();
      CompletableFuture<Integer> watcher =
          CompletableFuture.supplyAsync(() -> connectWhenReady(management, http, over));
      try (Node node = start(http, management)) {
        assertEquals(200, watcher.join());
        assertTrue(node.address().endsWith(":" + http));
      } finally {
        over.set(true);
      }
    }
  }

  /** The port is taken: the report of nine o'clock is due, but is not this node's to send. */
  @Test
  void sendsNoMailWhenPortIsTaken() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var refused =
          assertThrows(
              IllegalStateException.class, () -> start(taken.getLocalPort(), FreePort.next()));
      assertTrue(refused.getMessage().startsWith("http cannot listen on"), refused.getMessage());
      assertFalse(Files.exists(folder.resolve("mail")), "nothing was mailed");
    }
    try (Node node = start(FreePort.next(), FreePort.next())) {
      assertFalse(node.address().isEmpty());
    }
  }

  /** A load balancer that cuts off what is down spares what a draining node still works on. */
  @Test
  void returnsRequestedStatusWhileDraining() throws Exception {
    int management = FreePort.next();
    Node node = start(FreePort.next(), management, "4s");
    String address = "http://127.0.0.1:" + management;
    assertEquals(200, status(address, "/readyz?draining=404"));
    var ended = CompletableFuture.supplyAsync(node::end);
    Waiting.until(() -> ready(address).status() == 503);
    assertEquals(404, status(address, "/readyz?draining=404"));
    assertEquals(503, status(address, "/readyz?draining=200"));
    assertTrue(ended.join());
  }

  private static int status(String address, String path) throws IOException {
    return RawClient.once(address, "GET " + path).status();
  }

  private Node start(int http, int management) throws IOException {
    return start(http, management, "0s");
  }

  private Node start(int http, int management, String delay) throws IOException {
    // A generated code would be hashed slowly, like every code that is stored on the disk.
    var settings =
        TestSettings.ofNode(
            folder,
            "HTTP_PORT %s MANAGEMENT_PORT %s ACCESS_PERMANENT_CODE owners-code-0123456789 STORE_FSYNC false DRAIN_DELAY %s OWNER_EMAIL owner@example.org"
                .formatted(http, management, delay)
                .split(" "));
    var clock = new TestClock();
    clock.set(Instant.parse("2027-03-12T20:00:00Z"));
    return Node.start(settings, Path.of("."), clock);
  }

  /** Asks again and again until the node is ready, and connects in the same breath. */
  private static int connectWhenReady(int management, int http, AtomicBoolean over) {
    while (!over.get()) {
      if (listens(management) && isReady(management)) {
        return listens(http) ? 200 : 0;
      }
    }
    return -1;
  }

  private static boolean isReady(int management) {
    return Unchecked.get(() -> ready("http://127.0.0.1:" + management).status() == 200);
  }

  private static RawClient.Reply ready(String management) throws IOException {
    return RawClient.once(management, "GET /readyz");
  }

  private static boolean listens(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException refusedOrReset) {
      return false;
    }
  }
}
