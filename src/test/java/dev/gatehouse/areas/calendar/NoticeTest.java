package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDateTime;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Minimum notice and maximum advance of a visitor's booking. Neither limits the owner. */
class NoticeTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("CALENDAR_MIN_NOTICE=24h CALENDAR_MAX_ADVANCE=30d");

  @ParameterizedTest
  @CsvSource({
    "2030-01-08T08:40, 400, 201",
    "2030-01-08T09:01, 201, 409",
    "2030-02-06T08:40, 201, 409",
    "2030-02-06T09:01, 400, 201"
  })
  void appliesNoticeAndHorizonToVisitorsOnly(String start, int visitor, int owner) {
    NODE.clock.set(Instant.parse("2030-01-07T14:00:00Z")); // 9:00 Eastern
    String code = NODE.dailyCode();
    assertEquals(visitor, book(request().token(NODE.token(code)), start));
    assertEquals(owner, book(request().key(TestNode.KEY), start));
  }

  private static Client.Request request() {
    return NODE.request("POST", "/api/proxy/calendar/create-event");
  }

  private static int book(Client.Request request, String start) {
    LocalDateTime end = LocalDateTime.parse(start).plusMinutes(15);
    JsonObject data =
        JsonObject.of(
            "title", "Call", "description", "", "startTime", start, "endTime", end.toString());
    return request.json(JsonObject.of("eventData", data)).send().status();
  }
}
