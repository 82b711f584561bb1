package dev.gatehouse.node.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import ch.qos.logback.classic.Level;
import dev.gatehouse.Client;
import dev.gatehouse.LogLines;
import dev.gatehouse.SmallDisk;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import dev.gatehouse.node.Node;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that becomes full while a node creates demo content. */
@Tag("slow")
@Timeout(120)
class DemoOnFullDiskTest {
  private static final String JOBS = "/api/proxy/node/jobs";
  private static final String ADD = "node.addDemoContent";
  private static final String REMOVE = "node.removeDemoContent";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;
  @AutoClose private final LogLines log = new LogLines(DemoJobs.class, Level.WARN);
  private SmallDisk disk;

  @BeforeEach
  void mount() throws Exception {
    disk = SmallDisk.at(folder.resolve("disk"), 24);
  }

  @AfterEach
  void unmount() throws Exception {
    if (disk != null) {
      disk.close();
    }
  }

  @Test
  void reportsTheKeyThatIsNotRevoked() throws Exception {
    try (Node node = start()) {
      var client = new Client(node.address());
      // A full disk accepts no sign-in.
      String token = client.token(TestNode.CODE);
      run(client, ADD);
      Waiting.until(() -> !keys(client, token).isEmpty());
      String key = keys(client, token).getJsonObject(0).getString("name");
      disk.fill();
      Waiting.until(PATIENCE, () -> warnings().anyMatch(text -> text.contains(key)));
      assertEquals(1, keys(client, token).size());
      disk.free();
      Waiting.until(() -> run(client, REMOVE).getString("outcome").equals("done"));
      assertEquals(0, keys(client, token).size());
    }
  }

  private Stream<String> warnings() {
    return log.texts().stream();
  }

  private Node start() throws IOException {
    return TestSettings.start(
        disk.folder(),
        "STORE_RESERVE 0B LIMITS_OPERATOR_PER_MINUTE 0 ACCESS_API_KEY %s ACCESS_PERMANENT_CODE %s"
            .formatted(TestNode.KEY, TestNode.CODE)
            .split(" "));
  }

  private static JsonArray keys(Client client, String token) {
    return client.request("GET", "/api/proxy/keys").token(token).answer().getJsonArray("keys");
  }

  private static JsonObject run(Client client, String job) {
    return client.owner("POST", JOBS + '/' + job + "/run").answer();
  }
}
