package dev.gatehouse.node.demo;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.access.SharedStore;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs with demo content on two nodes over one store. */
@Tag("slow")
class DemoJobsTest {
  private static final String JOBS = "/api/proxy/node/jobs";
  private static final String ADD = "node.addDemoContent";
  private static final String REMOVE = "node.removeDemoContent";

  @Order(1)
  @RegisterExtension
  static final SharedStore STORE = new SharedStore();

  @RegisterExtension static final TestNode FIRST = STORE.serves(node());
  @RegisterExtension static final TestNode SECOND = STORE.serves(node());

  private static TestNode node() {
    return new TestNode();
  }

  /** The first node removes its content while the second one creates content with its own key. */
  @Test
  void keepsTheKeyOfAnotherNode() throws Exception {
    Thread adding = Thread.startVirtualThread(() -> run(SECOND, ADD));
    Waiting.until(() -> keys() == 1);
    Files.writeString(
        FIRST.data().resolve("demo-content"),
        "path /api/proxy/hyperlinks/000000000000000000000000\n");
    run(FIRST, REMOVE);
    Waiting.until(() -> hasEnded(FIRST, REMOVE));
    assertEquals("1 items were removed.", last(FIRST, REMOVE).getString("progress"));
    boolean created = adding.join(Duration.ZERO) && last(SECOND, ADD).getValue("error") == null;
    assertTrue(created || keys() == 1, () -> last(SECOND, ADD).encode());
  }

  /** Returns the number of keys that jobs use now. */
  private static int keys() {
    Client client = SECOND.client();
    String token = client.token(TestNode.CODE);
    return client
        .request("GET", "/api/proxy/keys")
        .token(token)
        .answer()
        .getJsonArray("keys")
        .size();
  }

  private static JsonObject run(TestNode node, String job) {
    String path = JOBS + '/' + job + "/run";
    return node.client().owner("POST", path).answer();
  }

  private static boolean hasEnded(TestNode node, String job) {
    JsonObject last = last(node, job);
    return last != null && last.getValue("endedAt") != null;
  }

  private static JsonObject last(TestNode node, String job) {
    JsonObject list = node.client().owner("GET", JOBS).answer();
    return Samples.one(list.getJsonArray("jobs"), "name", job).getJsonObject("last");
  }
}
