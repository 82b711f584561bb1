package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.node.systemd.NotificationReceiver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Notifications of a node that runs under systemd. */
@Tag("slow")
class NotifiedSystemdTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path folder;

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
}
