package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.FrozenProxy;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import dev.gatehouse.settings.Settings;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store that answers nothing any more keeps neither the health check nor the node's end. */
@Tag("slow")
class FrozenStoreTest {
  private static final String WATCHLIST = "/api/proxy/public/trading/watchlist";

  @TempDir Path folder;

  @Test
  @Timeout(60)
  void reportsNotReadyAndStopsInTimeWhenStoreHangs() throws Exception {
    try (var store = DocumentServer.start();
        var proxy = new FrozenProxy(URI.create(store.url()).getPort())) {
      Node node = Node.start(settings(proxy.port()), Path.of("."), new TestClock());
      Waiting.until(() -> ready(node).status() == 200);
      proxy.freeze();
      // A call that waits for the store, as the jobs do by then.
      String address = node.address();
      CompletableFuture<Client.Reply> call =
          CompletableFuture.supplyAsync(() -> new Client(address).get(WATCHLIST));

      Waiting.until(() -> ready(node).status() == 503);
      JsonObject checks = new JsonObject(ready(node).text()).getJsonObject("checks");
      assertNotEquals("up", checks.getString("documents"));
      assertEquals("up", checks.getString("disk"));
      // For a load balancer this node is not down, so its downloads and streams continue.
      ready(node, "/readyz?draining=404").expect(404);

      node.end();
      call.handle((reply, gone) -> reply).join();
    }
  }

  private static RawClient.Reply ready(Node node) throws IOException {
    return ready(node, "/readyz");
  }

  private static RawClient.Reply ready(Node node, String path) throws IOException {
    return RawClient.once(node.managementAddress(), "GET " + path);
  }

  private Settings settings(int port) {
    String mongo = "mongodb://127.0.0.1:" + port + "/gatehouse";
    return TestSettings.ofNode(folder.resolve("data"), "MONGO_URL", mongo, "DRAIN_TIMEOUT", "1s");
  }
}
