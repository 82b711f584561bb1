package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.FrozenProxy;
import dev.gatehouse.Waiting;
import dev.gatehouse.node.systemd.NotificationReceiver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Classes, notifications of systemd, and the end of a single node. */
@Tag("slow")
class LoneNodeTest {
  private static final int MANY = 1_000;
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration DRAIN = Duration.ofSeconds(2);

  /** Of a busy machine. Without the timeout, the node would not end at all. */
  private static final Duration MORE = Duration.ofSeconds(60);

  private static final int CUT_OFF = 3;

  @TempDir Path folder;

  @Test
  @Timeout(200)
  void loadsNoHazelcastClassesOnSingleNode() throws Exception {
    Path classes = folder.resolve("classes.txt");
    try (var node = new PackagedNode(folder.resolve("data"))) {
      node.javaOptions("-Xlog:class+load:file=" + classes).start();
      List<String> loaded = Files.readAllLines(classes);
      assertTrue(loaded.size() > MANY, "only " + loaded.size());
      assertEquals(List.of(), loaded.stream().filter(line -> line.contains("hazelcast")).toList());
    }
  }

  @Test
  @Timeout(240)
  void reportsStartLifeAndStop() throws Exception {
    String socket = folder.resolve("notify").toString();
    try (var systemd = new NotificationReceiver(socket);
        var node =
            new PackagedNode(folder.resolve("data"))
                .variable("NOTIFY_SOCKET", socket)
                .variable("WATCHDOG_USEC", "600000")) {
      node.start();
      assertEquals(Optional.of("READY=1\nSTATUS=ready"), systemd.next(SOON));
      assertEquals(Optional.of("WATCHDOG=1\nSTATUS=ready"), systemd.next(SOON));
      assertEquals(Optional.of("WATCHDOG=1"), systemd.next(SOON));
      node.terminate();
      Optional<String> last = systemd.next(SOON);
      while (last.equals(Optional.of("WATCHDOG=1"))) {
        last = systemd.next(SOON);
      }
      assertEquals(Optional.of("STOPPING=1\nSTATUS=stopping"), last);
    }
  }

  /** A document server that does not reply does not keep the node from its end. */
  @Test
  @Timeout(400)
  void stopsNodeInTimeWhenServerHangs() throws Exception {
    try (var server = DocumentServer.start();
        var proxy = new FrozenProxy(server.port());
        var node = new PackagedNode(folder)) {
      node.with("MONGO_URL", "mongodb://127.0.0.1:" + proxy.port())
          .with("DRAIN_TIMEOUT", DRAIN.toSeconds() + "s");
      node.start();
      Waiting.until(() -> node.readiness() == 200);
      proxy.freeze();
      Waiting.until(() -> node.readiness() == 503);
      long begin = System.nanoTime();
      node.terminate();
      int end = node.end();
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      assertTrue(took.compareTo(DRAIN.plus(MORE)) < 0, "after " + took);
      // The commands of the store may end before the limit.
      if (end != 0) {
        assertEquals(CUT_OFF, end);
        Waiting.until(
            () -> node.lines().stream().anyMatch(line -> line.contains("did not close in time")));
      }
    }
  }
}
