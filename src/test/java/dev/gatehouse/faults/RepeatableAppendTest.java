package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store fails after it has added bars. A repeat has the same effect, and the reply says so. */
class RepeatableAppendTest {
  private static final String PATH = "/api/proxy/historical-data/SPY/bars";

  @RegisterExtension
  static final NodeOverProxy MADE = new NodeOverProxy("MONGO_SELECTION_TIMEOUT=1s");

  private static Client.Reply append(String time) {
    JsonObject bar = JsonObject.of("timeUtc", time, "open", 1, "high", 2, "low", 1, "close", 2);
    return MADE.node
        .owner("POST", PATH)
        .json(JsonObject.of("bars", new JsonArray().add(bar)))
        .send();
  }

  @Test
  void tellsThatAppendCanBeRepeated() throws Exception {
    append("2026-01-05T15:00:00Z").expect(200);
    MADE.store.proxy().watchFor("findAndModify symbols", true);
    Client.Reply unknown = append("2026-01-05T15:01:00Z");
    MADE.store.proxy().watch(-1, false);
    MADE.store.proxy().comeBack();
    unknown.expect(503, "outcome_unknown_retryable");
    assertTrue(Integer.parseInt(unknown.header("Retry-After")) > 0);
    Waiting.until(() -> append("2026-01-05T15:01:00Z").status() == 200);
    JsonObject metadata = append("2026-01-05T15:01:00Z").json().getJsonObject("metadata");
    assertEquals(2, metadata.getInteger("rowCount"));
  }
}
