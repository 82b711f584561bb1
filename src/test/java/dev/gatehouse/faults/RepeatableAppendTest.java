package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The store fails after it has added bars. A repeat has the same effect, and the reply says so. */
class RepeatableAppendTest {
  private static final String PATH = "/api/proxy/historical-data/SPY/bars";

  private static ProxiedStore store;
  private static TestNode node;

  @BeforeAll
  static void start() throws IOException {
    store = new ProxiedStore();
    node = new TestNode().with("MONGO_URL", store.url()).with("MONGO_SELECTION_TIMEOUT", "1s");
    node.beforeAll(null);
  }

  @AfterAll
  static void stop() throws IOException {
    node.afterAll(null);
    store.close();
  }

  private static Client.Reply append(String time) {
    JsonObject bar = JsonObject.of("timeUtc", time, "open", 1, "high", 2, "low", 1, "close", 2);
    return node.client()
        .owner("POST", PATH)
        .json(JsonObject.of("bars", new JsonArray().add(bar)))
        .send();
  }

  @Test
  void tellsThatAppendCanBeRepeated() throws Exception {
    append("2026-01-05T15:00:00Z").expect(200);
    store.proxy().watchFor("findAndModify symbols", true);
    Client.Reply unknown = append("2026-01-05T15:01:00Z");
    store.proxy().watch(-1, false);
    store.proxy().comeBack();
    unknown.expect(503, "outcome_unknown_retryable");
    assertTrue(Integer.parseInt(unknown.header("Retry-After")) > 0);
    Waiting.until(() -> append("2026-01-05T15:01:00Z").status() == 200);
    JsonObject metadata = append("2026-01-05T15:01:00Z").json().getJsonObject("metadata");
    assertEquals(2, metadata.getInteger("rowCount"));
  }
}
