package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.FreePort;
import dev.gatehouse.Waiting;
import dev.gatehouse.cli.GatehouseCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

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

  /** Makes an authority and a certificate for each node, with the command. */
  private Path makeCertificates(String name) {
    Path made = folder.resolve(name);
    var line = new CommandLine(new GatehouseCommand(Path.of("."), Map.of()));
    int status = line.execute("cluster", "certificates", made.toString(), "--nodes", "n0,n1,n2");
    assertEquals(0, status);
    return made;
  }

  private void start(int i, Path certificates, Path authorities) {
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
            new ClusterSettings.Tls(
                certificates.resolve("n" + i + ".pem").toString(),
                certificates.resolve("n" + i + "-key.pem").toString(),
                authorities.toString()),
            Duration.ofSeconds(3));
    nodes[i] =
        ClusteredVertx.join(
            settings, List.of(), List.of(DIRECT), InstantSource.system(), new SecureRandom());
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
    nodes[from].vertx().eventBus().request(DIRECT + id(to), "hello").await(10, TimeUnit.SECONDS);
  }

  /** Restarts one node after the other, while the others call each other. */
  private void roll(Path certificates, Path authorities) throws Exception {
    for (int i = 0; i < NODES; i++) {
      int restarted = i;
      var restarting = new AtomicBoolean(true);
      Thread calls = Thread.ofVirtual().start(() -> callOthers(restarted, restarting));
      nodes[i].vertx().close().await();
      start(i, certificates, authorities);
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
    Path old = makeCertificates("old");
    Path next = makeCertificates("new");
    Path both = folder.resolve("both.pem");
    Files.writeString(
        both,
        Files.readString(old.resolve("authority.pem"))
            + Files.readString(next.resolve("authority.pem")));
    for (int i = 0; i < NODES; i++) {
      start(i, old, old.resolve("authority.pem"));
    }
    Waiting.until(() -> nodes[0].manager().getNodes().size() == NODES);
    roll(old, both);
    roll(next, both);
    roll(next, next.resolve("authority.pem"));
    assertEquals(List.of(), failed);
  }
}
