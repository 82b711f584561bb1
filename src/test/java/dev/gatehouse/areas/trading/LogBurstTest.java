package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.BotsStore;
import dev.gatehouse.EventStreamClient;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bursts of the bot: every entry arrives, or the stream reports how many were skipped. */
@Tag("slow")
@Timeout(120)
class LogBurstTest {
  private static final String STREAM = "/api/proxy/bots/trading/logs/stream";
  private static final String COLLECTION = "tradingLogs";
  private static final int BURST = 900;

  private static final TestNode NODE = new TestNode();

  @RegisterExtension
  @Order(1)
  static final BotsStore STORE = new BotsStore(NODE);

  @RegisterExtension
  @Order(2)
  static final TestNode RUNNING = NODE;

  private static int tests;

  /** Distinct ids for each test. */
  private final int salt = tests++;

  /** Tells a test's entries from those before, of which another node may tell later. */
  private final String mark = " of " + salt;

  private int written;

  @Test
  void deliversBurstsOnceAndInOrder() throws Exception {
    NODE.clock.advance(Duration.ofMinutes(1));
    try (var stream = new Listener(Map.of())) {
      for (int i = 0; i < 3; i++) {
        burst(BURST);
        NODE.clock.advance(Duration.ofSeconds(1));
      }
      Waiting.until(Duration.ofSeconds(30), () -> numbers(stream).size() >= 3 * BURST);
      burst(1);
      Waiting.until(() -> numbers(stream).size() > 3 * BURST);
      assertEquals(IntStream.range(0, written).boxed().toList(), numbers(stream));
    }
  }

  @Test
  void deliversEntriesOfOneInstantOnce() throws Exception {
    NODE.clock.advance(Duration.ofMinutes(1));
    try (var stream = new Listener(Map.of())) {
      Instant moment = NODE.clock.instant();
      write(2_500, moment, Duration.ZERO);
      Waiting.until(Duration.ofSeconds(30), () -> numbers(stream).size() >= 2_500);
      write(1, NODE.clock.instant(), Duration.ZERO);
      Waiting.until(() -> numbers(stream).size() > 2_500);
      assertEquals(2_501, new HashSet<>(numbers(stream)).size());
      assertEquals(2_501, numbers(stream).size());
    }
  }

  @Test
  void sendsAllMissedEntriesOnReconnect() throws Exception {
    NODE.clock.advance(Duration.ofMinutes(1));
    String last;
    try (var stream = new Listener(Map.of())) {
      write(1, NODE.clock.instant(), Duration.ZERO);
      Waiting.until(() -> numbers(stream).size() == 1);
      last = stream.now.last();
    }
    NODE.clock.advance(Duration.ofSeconds(10));
    burst(BURST);
    NODE.clock.advance(Duration.ofSeconds(2));
    try (var stream = new Listener(Map.of("Last-Event-ID", last))) {
      Waiting.until(() -> numbers(stream).size() == BURST);
      write(1, NODE.clock.instant(), Duration.ZERO);
      Waiting.until(() -> numbers(stream).size() > BURST);
      assertEquals(IntStream.rangeClosed(1, BURST + 1).boxed().toList(), numbers(stream));
    }
  }

  @Test
  void reportsUnknownLastEventId() throws Exception {
    try (var stream = new Listener(Map.of("Last-Event-ID", "0123456789abcdef01234567"))) {
      Waiting.until(() -> !stream.events().isEmpty());
      assertEquals("{\"skipped\":null}", stream.events().getFirst().data());
    }
  }

  @Test
  void deliversEndOfHugeBurst() throws Exception {
    NODE.clock.advance(Duration.ofMinutes(1));
    int many = 12_000;
    try (var stream = new Listener(Map.of())) {
      Instant now = NODE.clock.instant();
      NODE.clock.advance(Duration.ofSeconds(-4));
      write(many, now.minusSeconds(3), Duration.ofNanos(1));
      NODE.clock.advance(Duration.ofSeconds(4));
      Waiting.until(() -> reported(stream) + numbers(stream).size() >= many);
      Waiting.until(() -> numbers(stream).contains(written - 1));
      // Entries that were reported as skipped may still arrive if they were stored slowly.
      List<Integer> numbers = numbers(stream);
      assertEquals(numbers.size(), new HashSet<>(numbers).size(), "nothing twice");
    }
  }

  private static long reported(Listener stream) {
    return stream.events().stream()
        .filter(LogBurstTest::isGap)
        .mapToLong(event -> new JsonObject(event.data()).getLong("skipped"))
        .sum();
  }

  private static boolean isGap(EventStreamClient.Event event) {
    return event.data().startsWith("{\"skipped\"");
  }

  private void burst(int entries) {
    write(entries, NODE.clock.instant(), Duration.ofNanos(1));
  }

  /** In lots as a driver sends them. */
  private void write(int entries, Instant from, Duration step) {
    List<JsonObject> lot = new ArrayList<>();
    for (int i = 0; i < entries; i++) {
      Instant time = step.isZero() ? from : from.plusMillis(i * 500L / entries);
      JsonObject date = JsonObject.of("$date", time.toString());
      JsonObject message = Samples.message(date, "entry " + written + mark);
      written++;
      String id = String.format(Locale.ROOT, "%024x", written + 1_000_000L * (1 + salt));
      lot.add(JsonObject.of("_id", id, "LogMessage", message.put("localOperationName", "burst")));
      if (lot.size() == 1_000 || i == entries - 1) {
        STORE.write(COLLECTION, lot);
        lot.clear();
      }
    }
  }

  private List<Integer> numbers(Listener stream) {
    return stream.events().stream()
        .filter(event -> !isGap(event))
        .map(event -> new JsonObject(event.data()).getJsonObject("LogMessage"))
        .map(message -> message.getString("message"))
        .filter(message -> message.endsWith(mark))
        .map(message -> Integer.parseInt(message.split(" ")[1]))
        .toList();
  }

  /** Resumes a stream that ends, as Chromium does. A node ends it if it is too slow for a burst. */
  private static final class Listener implements AutoCloseable {
    private final List<EventStreamClient.Event> earlier = new ArrayList<>();
    private EventStreamClient now;

    Listener(Map<String, String> headers) {
      now = new EventStreamClient(NODE.address(), STREAM, headers);
    }

    List<EventStreamClient.Event> events() {
      if (now.hasEnded()) {
        earlier.addAll(now.events());
        Map<String, String> headers = Map.of("Last-Event-ID", now.last());
        now = new EventStreamClient(NODE.address(), STREAM, headers);
      }
      return Stream.concat(earlier.stream(), now.events().stream()).toList();
    }

    @Override
    public void close() {
      now.close();
    }
  }
}
