package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.FrozenProxy;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The end of a node whose document server does not reply. */
@Tag("slow")
@Timeout(400)
class FrozenServerTest {
  private static final Duration DRAIN = Duration.ofSeconds(2);

  /** Of a busy machine. Without the timeout, the node would not end at all. */
  private static final Duration MORE = Duration.ofSeconds(60);

  private static final int CUT_OFF = 3;

  @TempDir Path folder;

  @Test
  void stopsNodeInTimeWhenServerHangs() throws Exception {
    try (var server = DocumentServer.start();
        var proxy = new FrozenProxy(server.port());
        var node = new PackagedNode(folder)) {
      node.with("MONGO_URL", "mongodb://127.0.0.1:" + proxy.port())
          .with("DRAIN_TIMEOUT", DRAIN.toSeconds() + "s");
      node.start();
      assertEquals(200, node.readiness());
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
