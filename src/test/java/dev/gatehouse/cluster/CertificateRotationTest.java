package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.FreePort;
import dev.gatehouse.Waiting;
import io.vertx.core.metrics.MetricsOptions;
import io.vertx.micrometer.MicrometerMetricsFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The documents' steps that replace the authority and all certificates of a running cluster. */
@Tag("slow")
@Timeout(300)
class CertificateRotationTest {
  private static final int NODES = 3;

  /** Nodes reach such an address without Hazelcast's maps. */
  private static final String DIRECT = "direct.";

  @TempDir Path folder;

  /** By default, each start waits five seconds for other members that start. */
  private static final String WAIT = "hazelcast.wait.seconds.before.join";

  private final int[] ports = new int[NODES];
  private final ClusteredVertx[] nodes = new ClusteredVertx[NODES];
  private final List<Throwable> failed = new CopyOnWriteArrayList<>();

  @BeforeEach
  void choosePorts() throws Exception {
    System.setProperty(WAIT, "0");
    for (int i = 0; i < NODES; i++) {
      ports[i] = FreePort.next();
    }
  }

  @AfterEach
  void closeNodes() {
    System.clearProperty(WAIT);
    for (ClusteredVertx node : nodes) {
      if (node != null) {
        node.vertx().close().await();
      }
    }
  }

  private ClusterAuthority make(String name) throws Exception {
    return new ClusterAuthority(folder.resolve(name), "n0", "n1", "n2");
  }

  private void start(int i, ClusterAuthority authority, Path accepted) {
    List<String> members = new ArrayList<>();
    for (int port : ports) {
      members.add("127.0.0.1:" + port);
    }
    var settings =
        new ClusterSettings(
            true,
            "rotation",
            new ClusterSettings.Listening("127.0.0.1", ports[i], 0),
            members,
            authority.node("n" + i, accepted),
            Duration.ofSeconds(20));
    nodes[i] =
        ClusteredVertx.join(
            settings,
            List.of(DIRECT),
            InstantSource.system(),
            new MetricsOptions(),
            new MicrometerMetricsFactory());
    nodes[i]
        .vertx()
        .eventBus()
        .<String>consumer(DIRECT + id(i), message -> message.reply(message.body()))
        .completion()
        .await();
  }

  private String id(int i) {
    return nodes[i].manager().getNodeId();
  }

  private void call(int from, int to) throws Exception {
    nodes[from].vertx().eventBus().request(DIRECT + id(to), "hello").await(60, TimeUnit.SECONDS);
  }

  /** Restarts one node after the other, while the others call each other. */
  private void roll(ClusterAuthority authority, Path accepted) throws Exception {
    for (int i = 0; i < NODES; i++) {
      int restarted = i;
      var restarting = new AtomicBoolean(true);
      Thread calls = Thread.ofVirtual().start(() -> callOthers(restarted, restarting));
      nodes[i].vertx().close().await();
      start(i, authority, accepted);
      for (ClusteredVertx node : nodes) {
        Waiting.until(() -> node.manager().getNodes().size() == NODES);
      }
      restarting.set(false);
      calls.join();
      for (int other = 0; other < NODES; other++) {
        if (other != i) {
          call(i, other);
          call(other, i);
        }
      }
    }
  }

  private void callOthers(int restarted, AtomicBoolean restarting) {
    int one = (restarted + 1) % NODES;
    int two = (restarted + 2) % NODES;
    do {
      try {
        call(one, two);
        call(two, one);
        Thread.sleep(10);
      } catch (Exception e) {
        failed.add(e);
      }
    } while (restarting.get());
  }

  @Test
  void servesWhileAuthorityIsReplaced() throws Exception {
    ClusterAuthority old = make("old");
    ClusterAuthority next = make("new");
    Path both = folder.resolve("both.pem");
    Files.writeString(
        both, Files.readString(old.certificate()) + Files.readString(next.certificate()));
    for (int i = 0; i < NODES; i++) {
      start(i, old, old.certificate());
    }
    Waiting.until(() -> nodes[0].manager().getNodes().size() == NODES);
    roll(old, both);
    roll(next, both);
    roll(next, next.certificate());
    assertEquals(List.of(), failed);
  }
}
