package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.EventStreamClient;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The log as server-sent events, live and from where a client left off, and its retention. */
class LogTailTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("TRADING_LOG_RETENTION", "720h");

  @Test
  void streamsNewEntriesAndReplaysMissedOnes() throws Exception {
    String begin;
    String last;
    try (var stream = stream("", Map.of("Last-Event-ID", ""))) {
      Waiting.until(() -> !stream.last().isEmpty());
      begin = stream.last();
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
    try (var stream = stream("?lastEventId=" + begin, Map.of())) {
      await(stream, "one", "two", "three", "four");
    }
  }

  /** Entries that are older than the retention are deleted. The others remain. */
  @Test
  void deletesOldEntries() throws Exception {
    for (int days : new int[] {31, 29, 0}) {
      write("of " + days, NODE.clock.instant().minus(Duration.ofDays(days)));
    }
    NODE.clock.advance(Duration.ofHours(1));
    Waiting.until(() ->
        NODE.get(LOGS).list("data").stream()
            .map(entry -> entry.getJsonObject("LogMessage").getString("message"))
            .filter(message -> message.startsWith("of "))
            .toList()
            .equals(List.of("of 0", "of 29")));
  }

  private static void write(String message) {
    write(message, NODE.clock.instant());
  }

  private static void write(String message, Instant time) {
    NODE.owner("POST", LOGS).json(Samples.entry(time.toString(), message)).expect(201);
  }

  private static EventStreamClient stream(String query, Map<String, String> headers) {
    return new EventStreamClient(NODE.address(), LOGS + "/stream" + query, headers);
  }

  private static void await(EventStreamClient stream, String... messages) throws Exception {
    Waiting.until(() ->
        stream.events().stream()
            .map(event -> new JsonObject(event.data()).getJsonObject("LogMessage"))
            .map(message -> message.getString("message"))
            // The log is looked at every second, so entries of the other test may come late.
            .filter(message -> !message.startsWith("of "))
            .toList()
            .equals(List.of(messages)));
  }
}
