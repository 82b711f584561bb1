package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Log entries as logging libraries and log shippers send them. */
class LogShippersFieldTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static final Set<String> SEEN = new HashSet<>();

  private Client.Reply ship(String body) {
    return NODE.owner("POST", LOGS + "/shipped").body("application/json", body).send();
  }

  /** Returns the entry that was not there before. */
  private JsonObject added() {
    return NODE.get(LOGS + "?limit=200").list("data").stream()
        .filter(entry -> SEEN.add(entry.getString("_id")))
        .findFirst()
        .orElseThrow()
        .getJsonObject("LogMessage");
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/field/log-shippers.tsv", delimiter = '\t', quoteCharacter = '\0')
  void storesEntry(
      String program,
      String body,
      String time,
      String level,
      String source,
      String message,
      String data) {
    Instant before = NODE.clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Client.Reply reply = ship(body);
    assertEquals(201, reply.status(), program + reply.text());
    JsonObject stored = added();
    if (time.equals("arrival")) {
      Instant arrived = Instant.parse(stored.getString("timeStamp"));
      assertTrue(!arrived.isBefore(before), () -> arrived + " before " + before);
    } else {
      assertEquals(time, stored.getString("timeStamp"));
    }
    assertEquals(level, stored.getString("messageType"));
    assertEquals(source, stored.getString("messageSource"));
    assertEquals(message, stored.getString("message"));
    assertEquals(data.equals("-") ? null : new JsonObject(data), stored.getJsonObject("data"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[1]", "\"text\"", "", "{\"message\":"})
  void refusesWhatIsNoEntry(String body) {
    assertEquals(400, ship(body).status(), body);
  }

  @Test
  void cutsLongMessage() {
    String word = "ä".repeat(70_000);
    ship(JsonObject.of("msg", word + "\u0000").encode()).expect(201);
    String stored = added().getString("message");
    assertEquals(65_536, stored.length());
    assertTrue(stored.endsWith("ä…"));
  }
}
