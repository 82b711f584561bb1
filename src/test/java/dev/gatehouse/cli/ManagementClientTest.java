package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.KeyName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command beside a node that closes its first connection while it stops. */
class ManagementClientTest {
  private static final byte[] NO_KEYS =
      "{\"keys\":[],\"pagination\":{\"limit\":500,\"skip\":0,\"total\":0,\"hasMore\":false}}"
          .getBytes(StandardCharsets.UTF_8);

  @TempDir Path home;
  private final AtomicInteger calls = new AtomicInteger();
  private HttpServer node;

  @BeforeEach
  void start() throws IOException {
    node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    node.createContext("/livez", exchange -> exchange.sendResponseHeaders(200, -1));
    node.createContext(
        "/calls/",
        exchange -> {
          if (calls.incrementAndGet() > 1) {
            exchange.sendResponseHeaders(200, NO_KEYS.length);
            exchange.getResponseBody().write(NO_KEYS);
          }
          exchange.close();
        });
    node.start();
    Files.createDirectories(home.resolve("data/secrets"));
    Files.writeString(home.resolve("data/secrets/management-token"), "token");
  }

  @AfterEach
  void stop() {
    node.stop(0);
  }

  @Test
  void repeatsReadsOfStoppingNode() {
    try (ManagementClient client = client()) {
      assertTrue(client.read(AccessMessages.LIST_KEYS, new PageOrder(500, 0)).keys().isEmpty());
    }
    assertEquals(2, calls.get());
  }

  @Test
  void sendsChangesToStoppingNodeOnce() {
    try (ManagementClient client = client()) {
      var failure =
          assertThrows(
              IllegalStateException.class,
              () -> client.call(AccessMessages.REVOKE_KEY, new KeyName("player")));
      assertTrue(failure.getMessage().startsWith("unknown outcome"), failure.getMessage());
    }
    assertEquals(1, calls.get());
  }

  private ManagementClient client() {
    return ManagementClient.find(
        home,
        Map.of(
            "GATEHOUSE_DATA_DIR", home.resolve("data").toString(),
            "GATEHOUSE_MANAGEMENT_PORT", Integer.toString(node.getAddress().getPort())));
  }
}
