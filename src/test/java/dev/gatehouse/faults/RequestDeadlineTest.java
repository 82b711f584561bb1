package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The time that a document server sees with the commands of a request. */
class RequestDeadlineTest {
  /** The default of {@code mongo.operationTimeout}. */
  private static final long OPERATION_TIMEOUT = 8_000;

  private static ProxiedStore store;
  private static TestNode node;

  @BeforeAll
  static void start() throws IOException {
    store = new ProxiedStore();
    node = new TestNode().with("MONGO_URL", store.url());
    node.beforeAll(null);
  }

  @AfterAll
  static void stop() throws IOException {
    node.afterAll(null);
    store.close();
  }

  private static void assertTimes(String... commands) {
    List<String> seen = store.proxy().seen();
    List<Long> times = store.proxy().times();
    for (String command : commands) {
      int at = seen.indexOf(command);
      assertTrue(at >= 0, () -> command + " in " + seen);
      long time = times.get(at);
      assertTrue(time > 0 && time <= OPERATION_TIMEOUT, () -> command + ": " + time);
    }
  }

  @Test
  void limitsCommandsOfReadsAndWrites() {
    store.proxy().watch(-1, false);
    node.client()
        .owner("POST", "/api/proxy/notify")
        .header("Idempotency-Key", "key")
        .json(JsonObject.of("title", "t", "body", "b"))
        .expect(200);
    node.client().owner("GET", "/audio").expect(200);
    assertTimes("insert idempotencyKeys", "insert notifications", "find audio");
  }
}
