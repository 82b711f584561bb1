package dev.gatehouse.node.health;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests {@code GET /status}. */
class StatusPageTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("PAYMENTS_CLIENT_ID", "id").with("PAYMENTS_CLIENT_SECRET", "secret");

  @Test
  void showsStatesAndHistoryWithoutCauses() throws Exception {
    Client.Reply first = NODE.get("/status").expect(200);
    assertTrue(first.header("Content-Type").startsWith("text/html"));
    assertTrue(first.text().contains("All systems are operational"), first.text());
    NODE.manage("jobs.run", JsonObject.of("name", "node.recordHealth")).expect(200);
    NODE.clock.advance(Duration.ofMinutes(6));
    var shown = new AtomicReference<String>();
    Waiting.until(() -> {
      // The job of the node's start may still be recording, and pages are kept for 20 seconds.
      NODE.clock.advance(Duration.ofSeconds(21));
      shown.set(NODE.get("/status").text());
      return shown.get().contains("100.00 % uptime in the last 90 days");
    });
    String page = shown.get();
    for (String component : new String[] {"Website and API", "Files", "Emails", "Payments"}) {
      assertTrue(page.contains("<h2>" + component + "</h2>"), component);
    }
    for (String inner :
        new String[] {"documents", "sqlite", "disk", "backup", "redis", "SNAPSHOT"}) {
      assertFalse(page.toLowerCase().contains(inner), inner);
    }
  }
}
