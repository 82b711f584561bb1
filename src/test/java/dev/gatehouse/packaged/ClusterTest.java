package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes behind HAProxy, one of them with http alone, as scripts/cluster starts them. */
@Tag("slow")
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterTest {
  private static final int CLIENTS = 6;
  private static final int ENOUGH = 300;
  private static final long LONGEST_MILLIS = 5_000;
  private static final Duration PATIENCE = Duration.ofSeconds(150);

  @TempDir static Path folder;
  private static ClusterScript cluster;

  @BeforeAll
  static void up() throws Exception {
    assumeTrue(ClusterScript.canRun(), "HAProxy is not installed");
    cluster = new ClusterScript(folder);
    cluster.up("n1=http", "n2=all", "n3=http,access,media,trading,site,notifications");
  }

  @AfterAll
  static void down() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  @Order(1)
  void aNodeAnswersWithTheAreasOfOthers() {
    Client front = cluster.node(1);
    byte[] wav = Waves.wav(50_000, 1);
    Client.Reply up =
        front
            .request("POST", "/audio/upload")
            .key(ClusterScript.KEY)
            .file("file", "a.wav", wav)
            .send();
    assertEquals(201, up.status(), up.text());
    assertEquals(Waves.digest(wav), Waves.digest(front.get("/audio/a.wav").bytes()));
    assertEquals(Waves.digest(wav), Waves.digest(cluster.node(3).get("/audio/a.wav").bytes()));
    // A site's reviews are no area of the third.
    Client.Reply reviews = cluster.node(3).get("/api/proxy/reviews");
    assertEquals(200, reviews.status(), reviews.text());
  }

  /** Nodes that are left to themselves would each make their own. */
  @Test
  @Order(1)
  void thereIsOneOwnerAndOneKeyForPushes() {
    Client second = cluster.node(2);
    Client third = cluster.node(3);
    String token = second.token(ClusterScript.CODE);
    for (Client node : List.of(cluster.node(1), second, third)) {
      assertEquals(200, node.request("GET", "/deployment/info").token(token).send().status());
    }
    String key = second.get("/api/proxy/push/key").json().getString("publicKey");
    assertEquals(key, third.get("/api/proxy/push/key").json().getString("publicKey"));
  }

  @Test
  @Order(2)
  void aKilledNodeTakesNothingThatWasAcknowledgedWithIt() throws Exception {
    var load = new LedgerClient(cluster.address(), ClusterScript.KEY, "kill").begin(CLIENTS);
    try (load) {
      Waiting.until(PATIENCE, () -> load.answered() > ENOUGH);
      cluster.run("kill", "n2");
      int before = load.answered();
      Waiting.until(PATIENCE, () -> load.answered() > before + ENOUGH);
      cluster.run("start", "n2");
      Waiting.until(PATIENCE, () -> cluster.run("status").contains("n2: ready"));
    }
    System.out.printf(
        "kill -9: %d sent, %d answered, failed %s, longest %d ms%n",
        load.sent(), load.answered(), load.kinds(), load.longestMillis());
    assertEquals(Set.of(), load.lost());
    assertTrue(load.longestMillis() < LONGEST_MILLIS, "longest " + load.longestMillis());
    assertTrue(load.failed() * 50 < load.sent(), "failed: " + load.kinds());
  }

  @Test
  @Order(3)
  void aRollingRestartFailsNoRequest() throws Exception {
    var load = new LedgerClient(cluster.address(), ClusterScript.KEY, "roll").begin(CLIENTS);
    try (load) {
      Waiting.until(PATIENCE, () -> load.answered() > ENOUGH);
      cluster.run("roll", "n3");
    }
    System.out.printf(
        "rolling restart: %d sent, %d answered, failed %s, longest %d ms%n",
        load.sent(), load.answered(), load.kinds(), load.longestMillis());
    assertEquals(Map.of(), load.kinds());
    assertEquals(Set.of(), load.lost());
  }
}
