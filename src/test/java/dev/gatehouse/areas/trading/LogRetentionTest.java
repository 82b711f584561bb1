package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Entries of the bot's log that are older than the configured retention are deleted. The others
 * remain.
 */
class LogRetentionTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("TRADING_LOG_RETENTION", "720h");

  @Test
  void deletesOldEntries() throws Exception {
    Client client = NODE.client();
    Instant now = NODE.clock.instant();
    JsonArray entries = new JsonArray();
    for (int days : new int[] {31, 29, 0}) {
      entries.add(Samples.entry(now.minus(Duration.ofDays(days)).toString(), "of " + days));
    }
    byte[] body = entries.encode().getBytes(StandardCharsets.UTF_8);
    client.owner("POST", LOGS).body("application/json", body).expect(201);
    NODE.clock.advance(Duration.ofHours(1));
    Waiting.until(() -> messages().encode().equals("[\"of 0\",\"of 29\"]"));
  }

  private static JsonArray messages() {
    JsonArray messages = new JsonArray();
    JsonObject page = NODE.get(LOGS).json();
    page.getJsonArray("data").forEach(entry -> messages.add(text((JsonObject) entry)));
    return messages;
  }

  private static String text(JsonObject entry) {
    return entry.getJsonObject("LogMessage", entry).getString("message");
  }
}
