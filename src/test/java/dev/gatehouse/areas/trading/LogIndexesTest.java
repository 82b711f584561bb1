package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters and sort orders of the bot's log read only the entries of the page. */
class LogIndexesTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final Instant FIRST = Instant.parse("2026-01-05T00:00:00Z");
  private static final int ENTRIES = 4_000;
  private static final int LIMIT = 20;

  /** What the node itself looks up meanwhile. */
  private static final int BESIDE = 40;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0").with("LIMITS_OPERATOR_PER_MINUTE", "0");

  @BeforeAll
  static void fill() {
    for (int start = 0; start < ENTRIES; start += 1_000) {
      JsonArray entries = new JsonArray();
      for (int i = start; i < start + 1_000; i++) {
        entries.add(JsonObject.of("LogMessage", entry(i)));
      }
      byte[] body = entries.encode().getBytes(StandardCharsets.UTF_8);
      NODE.owner("POST", LOGS).body("application/json", body).expect(201);
    }
  }

  private static JsonObject entry(int i) {
    return Samples.message(FIRST.plusSeconds(60L * i).toString(), "message " + i)
        .put("messageSource", "source" + i % 40)
        .put("localOperationName", "operation" + i % 7)
        .put("messageType", i % 50 == 0 ? "error" : "info");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sortOrder=asc",
        "sortBy=LogMessage.timeStamp&sortOrder=asc",
        "sortBy=LogMessage.messageSource",
        "sortBy=LogMessage.localOperationName&sortOrder=asc",
        "sortBy=LogMessage.messageType",
        "sortBy=LogMessage.message",
        "messageType=error",
        "messageSource=source7",
        "messageSource=source10&messageType=error",
        "startDate=2026-01-06&endDate=2026-01-06",
        "messageType=error&startDate=2026-01-06&endDate=2026-01-07",
        "messageSource=source3&startDate=2026-01-06",
        "sortBy=LogMessage.messageSource&sortOrder=asc",
        "sortBy=LogMessage.messageType&sortOrder=asc",
        "messageSource=source10&sortBy=LogMessage.messageType"
      })
  void aPageReadsNoMoreThanItShows(String query) {
    // The least of three reads, because jobs of the node read documents, too.
    long read = LongStream.generate(() -> reads(query)).limit(3).min().orElseThrow();
    assertTrue(read <= LIMIT + BESIDE, () -> read + " documents read");
  }

  private static long reads(String query) {
    long before = read();
    Client.Reply page = NODE.get(LOGS + "?limit=" + LIMIT + "&" + query).expect(200);
    assertTrue(page.json().getJsonArray("data").size() > 5, "a page that shows something");
    return read() - before;
  }

  private static long read() {
    return (long) NODE.metric("gatehouse_store_documents_read");
  }
}
