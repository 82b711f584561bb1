package dev.gatehouse.node.systemd;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a node reports to systemd. */
@EnabledOnOs(OS.LINUX)
class SystemdNotifierTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Duration LONG = Duration.ofMillis(400);
  private static final String READY = "READY=1\nSTATUS=ready";
  private static final String UP = "{\"ready\":true,\"checks\":{\"documents\":\"up\"}}";
  private static final String DOWN =
      "{\"ready\":false,\"checks\":{\"documents\":\"no answer\",\"clock\":\"up\"}}";

  /** Nothing listens there. */
  private static final String NOWHERE = "http://127.0.0.1:1";

  @TempDir Path folder;

  private static SystemdNotifier notifier(String socket, Map<String, String> watchdog) {
    Map<String, String> environment = new HashMap<>(watchdog);
    environment.put("NOTIFY_SOCKET", socket);
    return SystemdNotifier.of(environment);
  }

  @Test
  void reportsStartAndStop() {
    String path = folder.resolve("notify").toString();
    try (var systemd = new NotificationReceiver(path);
        var notifier = notifier(path, Map.of())) {
      notifier.ready(NOWHERE);
      assertEquals(Optional.of(READY), systemd.next(SOON));
      notifier.stopping();
      assertEquals(Optional.of("STOPPING=1\nSTATUS=stopping"), systemd.next(SOON));
    }
  }

  @Test
  void writesToAbstractSocket() {
    String name = "@gatehouse-" + UUID.randomUUID();
    try (var systemd = new NotificationReceiver(name);
        var notifier = notifier(name, Map.of())) {
      notifier.ready(NOWHERE);
      assertEquals(Optional.of(READY), systemd.next(SOON));
    }
  }

  @Test
  void isAliveAsLongAsReadyzAnswers() throws IOException {
    String path = folder.resolve("notify").toString();
    var state = new AtomicReference<>(UP);
    HttpServer node =
        LoopbackServer.start(exchange -> {
          byte[] body = state.get().getBytes(StandardCharsets.UTF_8);
          boolean asked = exchange.getRequestURI().getPath().equals("/readyz");
          exchange.sendResponseHeaders(asked && state.get().equals(UP) ? 200 : 503, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    try (var systemd = new NotificationReceiver(path);
        var notifier = notifier(path, Map.of("WATCHDOG_USEC", "60000"))) {
      notifier.ready(LoopbackServer.url(node));
      assertEquals(Optional.of(READY), systemd.next(SOON));
      assertEquals(Optional.of("WATCHDOG=1\nSTATUS=ready"), systemd.next(SOON));
      assertEquals(Optional.of("WATCHDOG=1"), systemd.next(SOON));
      state.set(DOWN);
      Optional<String> next = systemd.next(SOON);
      while (next.equals(Optional.of("WATCHDOG=1"))) {
        next = systemd.next(SOON);
      }
      assertEquals(Optional.of("WATCHDOG=1\nSTATUS=not ready: documents: no answer"), next);
      node.stop(0);
      Optional<String> last = systemd.next(LONG);
      while (last.isPresent()) {
        assertEquals("WATCHDOG=1", last.get());
        last = systemd.next(LONG);
      }
    } finally {
      node.stop(0);
    }
  }

  @Test
  void ignoresWatchdogOfAnotherProcess() {
    String path = folder.resolve("notify").toString();
    try (var systemd = new NotificationReceiver(path);
        var notifier = notifier(path, Map.of("WATCHDOG_USEC", "60000", "WATCHDOG_PID", "1"))) {
      notifier.ready(NOWHERE);
      assertEquals(Optional.of(READY), systemd.next(SOON));
      assertEquals(Optional.empty(), systemd.next(LONG));
    }
  }

  @Test
  void continuesWithoutSystemd() {
    try (var none = SystemdNotifier.of(Map.of("WATCHDOG_USEC", "60000"));
        var gone = notifier(folder.resolve("gone").toString(), Map.of())) {
      none.ready(NOWHERE);
      none.stopping();
      gone.ready(NOWHERE);
      gone.stopping();
    }
  }

  @Test
  void rejectsSocketThatIsNoPath() {
    assertThrows(IllegalArgumentException.class, () -> notifier("notify", Map.of()));
  }
}
