package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The time that a document server sees with the commands of a request. */
class RequestDeadlineTest {
  /** The default of {@code mongo.operationTimeout}. */
  private static final long OPERATION_TIMEOUT = 8_000;

  @RegisterExtension static final NodeOverProxy MADE = new NodeOverProxy();

  private static void assertTimes(String... commands) {
    List<String> seen = MADE.store.proxy().seen();
    List<Long> times = MADE.store.proxy().times();
    for (String command : commands) {
      int at = seen.indexOf(command);
      assertTrue(at >= 0, () -> command + " in " + seen);
      long time = times.get(at);
      assertTrue(time > 0 && time <= OPERATION_TIMEOUT, () -> command + ": " + time);
    }
  }

  @Test
  void limitsCommandsOfReadsAndWrites() {
    MADE.store.proxy().watch(-1, false);
    MADE.node
        .owner("POST", "/api/proxy/notify")
        .header("Idempotency-Key", "key")
        .json(JsonObject.of("title", "t", "body", "b"))
        .expect(200);
    MADE.node.owner("GET", "/audio").expect(200);
    assertTimes("insert idempotencyKeys", "insert notifications", "find audio");
  }
}
