package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.EventStreamClient;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The log as server-sent events: live, and from where a client left off. */
@Timeout(60)
class LogTailTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";

  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void streamsNewEntriesAndReplaysMissedOnes() throws Exception {
    String last;
    try (var stream = stream("", Map.of("Last-Event-ID", ""))) {
      write("one");
      await(stream, "one");
      write("two");
      await(stream, "one", "two");
      assertEquals(200, stream.status());
      assertTrue(
          stream.head().contains("content-type: text/event-stream"), stream.head()::toString);
      assertTrue(stream.retry().startsWith("retry:"), stream.retry());
      last = stream.events().getLast().lastEventId();
    }
    write("three");
    try (var stream = stream("", Map.of("Last-Event-ID", last))) {
      await(stream, "three");
      write("four");
      await(stream, "three", "four");
    }
    try (var stream = stream("?lastEventId=" + last, Map.of())) {
      await(stream, "three", "four");
    }
  }

  private static void write(String message) {
    JsonObject entry = Samples.entry(NODE.clock.instant().toString(), message);
    NODE.owner("POST", LOGS).json(entry).expect(201);
  }

  private static EventStreamClient stream(String query, Map<String, String> headers) {
    return new EventStreamClient(NODE.address(), LOGS + "/stream" + query, headers);
  }

  private static void await(EventStreamClient stream, String... messages) throws Exception {
    Waiting.until(() ->
        stream.events().stream()
            .map(event -> new JsonObject(event.data()).getJsonObject("LogMessage"))
            .map(message -> message.getString("message"))
            .toList()
            .equals(List.of(messages)));
  }
}
