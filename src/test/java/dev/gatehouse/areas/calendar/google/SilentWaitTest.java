package dev.gatehouse.areas.calendar.google;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The idle timeout does not apply to a client that waits for its reply. */
class SilentWaitTest {
  private static final String OWNER = "X-API-Key: " + TestNode.KEY;
  private static final HangingProvider PROVIDER = new HangingProvider();

  @RegisterExtension static final TestNode NODE = PROVIDER.node();

  @Test
  void answersAfterTheIdleTimeout() throws Exception {
    PROVIDER.hangAgain();
    String body = "{\"date\":\"2034-01-05\"}";
    try (RawClient waiting = NODE.raw()) {
      waiting.send(
          RawClient.head(
                  "POST /api/proxy/calendar/available-slots",
                  OWNER,
                  "Content-Type: application/json",
                  "Content-Length: " + body.length())
              + body);
      PROVIDER.awaitAsked();
      // Operations that do not need the provider are answered while it hangs.
      try (RawClient other = NODE.raw()) {
        other.ask("GET /api/proxy/calendar/cancel?token=a.b.c", OWNER).expect(404);
        other.ask("GET /api/proxy/historical-data", OWNER).expect(200);
      }
      // This connection is closed after the idle timeout.
      try (RawClient idle = NODE.raw()) {
        assertTrue(idle.closedByServer());
      }
      PROVIDER.answer();
      waiting.read().expect(502);
      assertTrue(waiting.closedByServer(), "now nothing is due any more");
    }
  }
}
