package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.EventStreamClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.access.SharedStore;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client of the live log that moves between two nodes, one of which restarts. */
@Tag("slow")
@Timeout(120)
class ResumedLogTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final int EVENTS = 10_000;
  private static final int LOT = 500;

  @RegisterExtension
  @Order(1)
  static final SharedStore STORE = new SharedStore();

  @RegisterExtension
  @Order(2)
  static final TestNode ONE = STORE.serves(new TestNode());

  @RegisterExtension
  @Order(3)
  static final TestNode OTHER = STORE.serves(new TestNode());

  @Test
  void resumesOnOtherNodesExactlyOnce() throws Exception {
    List<EventStreamClient.Event> received = new ArrayList<>();
    String last = "";
    try (var witness = stream(OTHER, "")) {
      for (int written = 0; written < EVENTS; written += LOT) {
        TestNode reader = written / LOT % 2 == 0 ? ONE : OTHER;
        int least = Math.min(written + LOT, EVENTS) - LOT / 2;
        try (var stream = stream(reader, last)) {
          write(written / LOT % 3 == 0 ? ONE : OTHER, written);
          Waiting.until(
              Duration.ofSeconds(20), () -> received.size() + stream.events().size() >= least);
          received.addAll(List.copyOf(stream.events()));
        }
        last = received.getLast().lastEventId();
        if (written == EVENTS / 2) {
          ONE.restart();
        }
      }
      try (var stream = stream(ONE, last)) {
        Waiting.until(
            Duration.ofSeconds(20), () -> received.size() + stream.events().size() >= EVENTS);
        received.addAll(List.copyOf(stream.events()));
      }
      Waiting.until(Duration.ofSeconds(20), () -> witness.events().size() >= EVENTS);
      assertEquals(EVENTS, received.size());
      assertEquals(EVENTS, new HashSet<>(received).size());
      assertEquals(List.copyOf(witness.events()), received);
    }
  }

  private static void write(TestNode node, int from) {
    JsonArray entries = new JsonArray();
    for (int i = from; i < from + LOT; i++) {
      entries.add(
          new JsonObject()
              .put("timestamp", node.clock.instant().toString())
              .put("level", "info")
              .put("message", "entry " + i));
    }
    node.client().owner("POST", LOGS).body("application/json", entries.encode()).expect(201);
  }

  private static EventStreamClient stream(TestNode node, String last) {
    Map<String, String> headers = last.isEmpty() ? Map.of() : Map.of("Last-Event-ID", last);
    return new EventStreamClient(node.address(), LOGS + "/stream", headers);
  }
}
