package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A request with an Idempotency-Key and an unknown outcome. */
@Tag("slow")
class UnknownUnderAKeyTest {
  private static final int NONE = -1;
  private static final String LOOK =
      "; check the result before you send the request again with another Idempotency-Key";
  private static final String INSERT = "insert notifications";
  private static final String CLAIM = "findAndModify calendarDays";

  @RegisterExtension
  static final NodeOverProxy MADE =
      new NodeOverProxy("MONGO_SELECTION_TIMEOUT=2s OWNER_EMAIL=owner@example.org");

  private static Client.Reply notify(String key) {
    return MADE.node
        .owner("POST", "/api/proxy/notify")
        .header("Idempotency-Key", key)
        .json(JsonObject.of("title", "t", "body", "b"))
        .send();
  }

  /** Sends it to a server that does its work, and leaves before it says so. */
  private static Client.Reply unanswered(String key) throws Exception {
    MADE.store.proxy().watchFor(INSERT, true);
    Client.Reply reply = notify(key);
    MADE.store.proxy().watch(NONE, false);
    MADE.store.proxy().comeBack();
    Waiting.until(() -> MADE.node.owner("GET", "/audio").send().status() == 200);
    return reply;
  }

  @Test
  void repeatsNoWriteWithUnknownOutcome() throws Exception {
    Client.Reply unknown = unanswered("key").expect(504);
    assertTrue(unknown.error().endsWith(LOOK), unknown.error());
    assertNull(unknown.header("Retry-After"), "a repeat under this key is of no use");
    long done = MADE.store.count("notifications");

    Client.Reply soon = notify("key");
    assertEquals(409, soon.status(), "the store was away when the answer was to be kept");
    assertEquals("1", soon.header("Retry-After"));
    MADE.node.clock.advance(Duration.ofSeconds(60));
    for (int i = 0; i < 2; i++) {
      Client.Reply later = notify("key").expect(504);
      assertEquals("true", later.header("Idempotent-Replayed"));
      assertTrue(later.error().endsWith(LOOK), later.error());
    }
    assertEquals(done, MADE.store.count("notifications"));
    notify("another").expect(200);
    assertEquals(done + 1, MADE.store.count("notifications"));
  }

  /** Where the store is there again when the answer is to be kept, each repeat gets it at once. */
  @Test
  void replaysUnknownOutcome() {
    MADE.store.proxy().watchFor(CLAIM, false);
    Client.Reply first = book();
    assertEquals(504, first.status(), "whether the day was claimed can be looked for by nobody");
    long events = MADE.store.count("calendarEvents");
    Client.Reply again = book().expect(504);
    assertEquals(first.error(), again.error());
    assertEquals("true", again.header("Idempotent-Replayed"));
    assertEquals(events, MADE.store.count("calendarEvents"));
  }

  private static Client.Reply book() {
    String date = "2036-01-10";
    JsonObject meeting =
        JsonObject.of(
            "title", "A meeting", "startTime", date + "T10:00:00", "endTime", date + "T11:00:00");
    return MADE.node
        .owner("POST", "/api/proxy/calendar/create-event")
        .header("Idempotency-Key", "book")
        .json(JsonObject.of("eventData", meeting))
        .send();
  }
}
