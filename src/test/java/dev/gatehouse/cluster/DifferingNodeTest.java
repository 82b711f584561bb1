package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.FreePort;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import dev.gatehouse.cli.OwnersCommand;
import dev.gatehouse.node.Node;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.time.TimeSource;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of one cluster that start with different settings. */
@Tag("slow")
@Timeout(120)
class DifferingNodeTest {
  private static final String SECRET = "0123456789abcdef".repeat(4);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir Path folder;
  @AutoClose private DocumentServer store;
  private Map<String, String> certificates;

  @BeforeEach
  void open() {
    store = DocumentServer.start();
    certificates = ClusterAuthority.environment(folder.resolve("tls"));
  }

  private Map<String, String> environment(String name) {
    Map<String, String> environment = new HashMap<>();
    environment.putAll(certificates);
    String fixed =
        "CLUSTER_ENABLED=true HTTP_PORT=0 MANAGEMENT_PORT=0 DRAIN_DELAY=0s STORE_RESERVE=1MB BLOBS_SHARED=true PUBLIC_URL=https://api.example.org";
    for (String setting : fixed.split(" ")) {
      String[] pair = setting.split("=");
      environment.put("GATEHOUSE_" + pair[0], pair[1]);
    }
    environment.put("GATEHOUSE_CLUSTER_PORT", Integer.toString(FreePort.next()));
    environment.put("GATEHOUSE_DATA_DIR", folder.resolve(name).toString());
    environment.put("GATEHOUSE_MONGO_URL", store.url());
    environment.put("GATEHOUSE_BLOBS_DIR", folder.resolve("blobs").toString());
    environment.put("GATEHOUSE_ACCESS_PERMANENT_CODE", TestNode.CODE);
    environment.put("GATEHOUSE_ACCESS_API_KEY", TestNode.KEY);
    environment.put("GATEHOUSE_ACCESS_JWT_SECRET", SECRET);
    environment.put("GATEHOUSE_MEDIA_DNA_KEY", SECRET);
    return environment;
  }

  private static Node start(Map<String, String> environment) throws IOException {
    return Node.start(TestSettings.of(environment), Path.of("."), TimeSource.system());
  }

  @Test
  void rejectsNodeUntilSettingIsRotated() throws Exception {
    Map<String, String> first = environment("n1");
    Map<String, String> second = environment("n2");
    second.put("GATEHOUSE_MEDIA_DNA_KEY", SECRET + ',' + SECRET.replace('0', '1'));
    try (Node running = start(first)) {
      String message = assertThrows(SettingsException.class, () -> start(second)).getMessage();
      String name = "127.0.0.1:" + first.get("GATEHOUSE_CLUSTER_PORT");
      assertTrue(message.contains("media.dnaKey differs"), message);
      assertTrue(message.contains("by node " + name), message);
      assertFalse(message.contains(SECRET), message);

      run(1, first, "cluster", "rotate", "media.unknown");
      run(0, first, "cluster", "rotate", "media.dnaKey", "--for", "1h");
      start(second).close();
      String line =
          run(0, first, "cluster", "settings")
              .lines()
              .filter(each -> each.startsWith("media.dnaKey"))
              .findFirst()
              .orElseThrow();
      assertTrue(line.contains("set by " + name), line);
      assertTrue(line.contains("second value: set by 127.0.0.1:"), line);
      String end = run(0, first, "cluster", "rotate", "media.dnaKey", "--end");
      assertTrue(end.contains("only the value of node 127.0.0.1:"), end);
      assertTrue(running.address().startsWith("http://127.0.0.1:"));
    }
  }

  /** Settings of integrations may differ: the console must know what any node has. */
  @Test
  void knowsTheIntegrationsOfTheOtherNode() throws Exception {
    Map<String, String> other = environment("n2");
    other.put("GATEHOUSE_CODEHOST_TOKEN", "a-token-of-the-code-host");
    try (Node one = start(environment("n1"));
        Node two = start(other)) {
      Waiting.until(
          MINUTE,
          () -> {
            // An address may send 45 requests a minute.
            Thread.sleep(2_000);
            return integration(one, "codehost").getBoolean("configured");
          });
      assertEquals("off", integration(one, "codehost").getString("state"));
      assertFalse(integration(one, "payments").getBoolean("configured"));
      assertEquals("unused", integration(two, "codehost").getString("state"));
    }
  }

  private static JsonObject integration(Node node, String name) {
    JsonObject all =
        new Client(node.address()).owner("GET", "/api/proxy/node/integrations").answer();
    return Samples.one(all.getJsonArray("integrations"), "name", name);
  }

  private static String run(int status, Map<String, String> environment, String... words) {
    var output = new StringWriter();
    int ended = OwnersCommand.run(Path.of("."), environment, output, words);
    assertEquals(status, ended, output::toString);
    return output.toString();
  }
}
