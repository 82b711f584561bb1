package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node with the store in a separate process: its output, and the effects when it hangs. */
@Tag("slow")
@Timeout(400)
class StoreProcessTest {
  private static final Duration DRAIN = Duration.ofSeconds(2);

  /** Of a busy machine. Without the timeout, the node would not end at all. */
  private static final Duration MORE = Duration.ofSeconds(60);

  private static final int CUT_OFF = 3;

  @TempDir Path folder;

  /** Codes, emails and tickets pass through it in plain text, so it must not log them. */
  @Test
  void printsOnlyStartupLine() throws Exception {
    try (var store = new StoreProcess(folder.resolve("documents"));
        var node = node(store)) {
      node.start();
      String key = node.shown("API key:");
      JsonObject form =
          new JsonObject()
              .put("name", "A visitor")
              .put("email", "visitor@example.org")
              .put("projectType", "Other")
              .put("budget", "hourly")
              .put("description", "The matter is confidential.");
      assertEquals(200, post(node, "/api/proxy/hire", key, form).status());
      assertEquals(
          200,
          post(node, "/api/proxy/daily-code/validate", key, new JsonObject().put("code", "wrong"))
              .status());
      assertEquals(
          400, post(node, "/api/proxy/daily-code/validate", key, new JsonObject()).status());
      node.terminate();
      assertEquals(0, node.end());
      assertEquals(List.of("gatehouse store listening on " + store.url()), store.end());
    }
  }

  @Test
  void stopsNodeInTimeWhenStoreHangs() throws Exception {
    try (var store = new StoreProcess(folder.resolve("documents"));
        var node = node(store)) {
      node.start();
      assertEquals(200, node.readiness());
      store.freeze();
      Waiting.until(() -> node.readiness() == 503);
      long begin = System.nanoTime();
      node.terminate();
      assertEquals(CUT_OFF, node.end());
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      assertTrue(took.compareTo(DRAIN.plus(MORE)) < 0, "after " + took);
      Waiting.until(
          () -> node.lines().stream().anyMatch(line -> line.contains("did not close in time")));
    }
  }

  private PackagedNode node(StoreProcess store) {
    return new PackagedNode(folder.resolve("data"))
        .with("MONGO_URL", store.url())
        .with("DRAIN_TIMEOUT", DRAIN.toSeconds() + "s");
  }

  private static Client.Reply post(PackagedNode node, String path, String key, JsonObject body) {
    return node.client().request("POST", path).key(key).json(body).send();
  }
}
