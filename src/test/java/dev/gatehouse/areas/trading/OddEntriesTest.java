package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.BotsStore;
import dev.gatehouse.Client;
import dev.gatehouse.EventStreamClient;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The bot writes into the database directly. Its invalid entries do not affect other entries. */
@Tag("slow")
@Timeout(60)
class OddEntriesTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final String COLLECTION = "tradingLogs";

  private static final TestNode NODE = new TestNode();

  @RegisterExtension
  @Order(1)
  static final BotsStore STORE = new BotsStore(NODE);

  @RegisterExtension
  @Order(2)
  static final TestNode RUNNING = NODE;

  private static final AtomicInteger ids = new AtomicInteger();

  @AfterEach
  void clear() {
    STORE.clear(COLLECTION);
  }

  private static List<JsonObject> odd() {
    return List.of(
        entry(message().put("timeStamp", 1_700_000_000)),
        entry(message().put("timeStamp", "yesterday")),
        entry(message().put("timeStamp", JsonObject.of("a", 1))),
        entry(message().put("message", JsonObject.of("text", "nested"))),
        entry(message().put("message", new JsonArray().add("a").add("b"))),
        entry(message().put("messageType", new JsonObject())),
        entry(message().put("data", "no JSON")),
        entry(message().put("data", "[1]")),
        entry(message().put("data", 5)),
        JsonObject.of("LogMessage", "a text"),
        JsonObject.of("LogMessage", new JsonArray().add(1)),
        // A repeated id would not be counted again.
        entry(message()).put("_id", JsonObject.of("a", ids.incrementAndGet())));
  }

  private static JsonObject message() {
    return Samples.message(date(NODE.clock.instant()), "odd");
  }

  private static JsonObject entry(JsonObject message) {
    return JsonObject.of("LogMessage", message);
  }

  @Test
  void listsValidEntriesBesideInvalidOnes() {
    // The live log may count an entry before this test reads it.
    double before = skipped();
    STORE.write(COLLECTION, odd());
    STORE.write(
        COLLECTION,
        List.of(
            entry(message().put("message", "plain")),
            entry(message().put("message", "with data").put("data", JsonObject.of("a", 1))),
            entry(message().put("message", 42)),
            entry(message().put("message", "other id")).put("_id", 7),
            JsonObject.of("something", "else")));
    Client.Reply page = NODE.get(LOGS + "?limit=200").expect(200);
    TreeSet<String> shown = new TreeSet<>();
    page.json().getJsonArray("data").forEach(each -> shown.add(text((JsonObject) each)));
    assertEquals(new TreeSet<>(List.of("null", "plain", "with data", "42", "other id")), shown);
    assertEquals(odd().size(), skipped() - before, "each is counted");
    NODE.get(LOGS + "?sortBy=LogMessage.message");
    assertEquals(odd().size(), skipped() - before, "once");
  }

  /** sourcelibrary-v2#237, NLog.MongoDB#34: a driver's texts are found, sorted and streamed. */
  @Test
  void treatsTextTimesLikeDates() throws Exception {
    Instant now = NODE.clock.instant().truncatedTo(ChronoUnit.SECONDS);
    String day = now.toString().substring(0, 10);
    try (var stream = new EventStreamClient(NODE.address(), LOGS + "/stream", Map.of())) {
      STORE.write(
          COLLECTION,
          List.of(
              entry(message().put("message", "c").put("timeStamp", day + "T09:00:00.000Z")),
              entry(message().put("message", "a").put("timeStamp", day + " 06:30:00,125")),
              entry(message().put("message", "b").put("timeStamp", day + "T08:00:00.123456")),
              entry(message().put("message", "now").put("timeStamp", now.toString()))));
      Waiting.until(() -> messages(stream).contains("now"));
    }
    String query = "?sortOrder=asc&startDate=%1$sT06:00:00Z&endDate=%1$sT09:00:00Z".formatted(day);
    List<JsonObject> page = NODE.get(LOGS + query).list("data");
    List<String> found = new ArrayList<>(page.stream().map(OddEntriesTest::text).toList());
    JsonObject second = page.get(found.indexOf("b")).getJsonObject("LogMessage");
    found.remove("now");
    assertEquals(List.of("a", "b", "c"), found);
    assertEquals(day + "T08:00:00.123456Z", second.getString("timeStamp"));
  }

  private static String text(JsonObject entry) {
    return String.valueOf(entry.getJsonObject("LogMessage").getValue("message"));
  }

  @Test
  void continuesStreamAfterInvalidEntries() throws Exception {
    try (var stream = new EventStreamClient(NODE.address(), LOGS + "/stream", Map.of())) {
      STORE.write(COLLECTION, odd());
      STORE.write(COLLECTION, List.of(entry(message().put("message", "one"))));
      Waiting.until(() -> messages(stream).contains("one"));
      STORE.write(
          COLLECTION, List.of(entry(message().put("message", "two")).put("_id", "of its own")));
      Waiting.until(() -> messages(stream).contains("two"));
      String last = stream.events().getLast().lastEventId();
      assertTrue(last.matches("[0-9a-f.]+"), "an id that a client can come back with: " + last);
      assertEquals(List.of("one", "two"), messages(stream));
    }
  }

  @Test
  void streamsNoEntriesWithFutureTime() throws Exception {
    try (var stream = new EventStreamClient(NODE.address(), LOGS + "/stream", Map.of())) {
      Instant later = NODE.clock.instant().plusSeconds(86_400);
      STORE.write(
          COLLECTION,
          List.of(
              entry(message().put("message", "later"))
                  .put("LogMessage", message().put("timeStamp", date(later))),
              entry(message().put("message", "now"))));
      Waiting.until(() -> messages(stream).contains("now"));
      assertEquals(List.of("now"), messages(stream));
    }
  }

  private static JsonObject date(Instant time) {
    return JsonObject.of("$date", time.toString());
  }

  private static List<String> messages(EventStreamClient stream) {
    return stream.events().stream().map(event -> text(new JsonObject(event.data()))).toList();
  }

  private static double skipped() {
    return NODE.metric("gatehouse_documents_invalid");
  }
}
