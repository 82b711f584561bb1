package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The local calendar over HTTP, from a Friday before the clocks are set back. */
class CalendarModuleTest {
  private static final String EVENTS = "/api/proxy/calendar/events";

  @RegisterExtension static final TestNode NODE = new TestNode();

  @BeforeAll
  static void friday() {
    NODE.clock.set(Instant.parse("2026-10-30T14:10:00Z")); // 10:10 Eastern
  }

  @BeforeEach
  void empty() {
    for (JsonObject event : events("?startDate=2026-10-01&endDate=2030-01-01")) {
      NODE.owner("DELETE", EVENTS + "/" + event.getString("id")).send();
    }
  }

  /**
   * Office hours last nine hours a day, also on days with a clock change. A remainder shorter than
   * a slot is not offered.
   */
  @ParameterizedTest
  @CsvSource({
    "2026-10-31, 60, 9, 2026-10-31T13:00:00.000Z, 2026-10-31T22:00:00.000Z",
    "2026-11-01, 60, 9, 2026-11-01T14:00:00.000Z, 2026-11-01T23:00:00.000Z",
    "2027-03-13, 60, 9, 2027-03-13T14:00:00.000Z, 2027-03-13T23:00:00.000Z",
    "2027-03-14, 60, 9, 2027-03-14T13:00:00.000Z, 2027-03-14T22:00:00.000Z",
    "2026-11-02, 540, 1, 2026-11-02T14:00:00.000Z, 2026-11-02T23:00:00.000Z",
    "2026-11-02, 15, 36, 2026-11-02T14:00:00.000Z, 2026-11-02T23:00:00.000Z",
    "2026-11-02, 50, 10, 2026-11-02T14:00:00.000Z, 2026-11-02T22:20:00.000Z",
    "2026-10-30, 60, 7, 2026-10-30T15:00:00.000Z, 2026-10-30T22:00:00.000Z",
    "2026-10-29, 60, 0, , ",
    "2020-02-29, 60, 0, , "
  })
  void listsFreeSlotsOfADay(String date, int duration, int count, String first, String last) {
    JsonArray slots = slots(date, duration);
    assertEquals(count, slots.size());
    if (count > 0) {
      assertEquals(first, slots.getJsonObject(0).getString("start"));
      assertEquals(last, slots.getJsonObject(count - 1).getString("end"));
      assertEquals(duration, slots.getJsonObject(0).getInteger("duration"));
    }
  }

  @Test
  void offersFreeSlotsOfOneHourByDefault() {
    book("2026-11-03T10:30", "2026-11-03T11:00");
    JsonObject reply = post("available-slots", JsonObject.of("date", "2026-11-03")).json();
    assertEquals(8, reply.getJsonArray("slots").size());
    assertEquals(17, slots("2026-11-03", 30).size());
    assertEquals(0, slots("2026-11-03", 540).size());
  }

  @Test
  void booksListsAndCancelsAMeeting() {
    Client.Reply booked = book("2026-11-04T10:00:00", "2026-11-04T11:00:00").expect(201);
    JsonObject event = booked.json().getJsonObject("event");
    assertEquals("2026-11-04T15:00:00.000Z", event.getString("start"));
    assertEquals("2026-11-04T16:00:00.000Z", event.getString("end"));
    assertNull(event.getString("meetLink"));
    assertTrue(event.getString("htmlLink").contains("/api/proxy/calendar/cancel?token="));
    List<JsonObject> listed = events("?startDate=2026-11-04&endDate=2026-11-04");
    assertEquals(List.of(event.getString("id")), ids(listed));
    assertEquals("confirmed", listed.getFirst().getString("status"));
    assertEquals(0, events("?startDate=2026-11-05&endDate=2026-11-05").size());
    assertEquals(1, events("").size(), "today and the next 30 days");
    String path = EVENTS + "/" + event.getString("id");
    String operator = NODE.token(TestNode.CODE);
    NODE.request("DELETE", path).expect(401);
    NODE.request("DELETE", path).token(operator).expect(200);
    NODE.owner("DELETE", path).expect(404);
    book("2026-11-04T10:00:00", "2026-11-04T11:00:00").expect(201);
  }

  /** In each row: the first booking, the second booking, and the status of the second. */
  @ParameterizedTest
  @CsvSource({
    "2026-11-05T10:00, 2026-11-05T11:00, 2026-11-05T11:00, 2026-11-05T12:00, 201",
    "2026-11-05T10:00, 2026-11-05T11:00, 2026-11-05T09:00, 2026-11-05T10:00, 201",
    "2026-11-05T10:00, 2026-11-05T11:00, 2026-11-05T10:59, 2026-11-05T12:00, 409",
    "2026-11-05T10:00, 2026-11-05T11:00, 2026-11-05T09:00, 2026-11-05T10:01, 409",
    "2026-11-05T10:00, 2026-11-05T11:00, 2026-11-05T10:15, 2026-11-05T10:30, 409",
    "2026-11-05T10:00, 2026-11-05T11:00, 2026-11-01T00:00, 2026-11-09T00:00, 409",
    "2026-11-05T00:00, 2026-11-08T00:00, 2026-11-07T23:59, 2026-11-08T01:00, 409",
    "2026-11-05T00:00, 2026-11-08T00:00, 2026-11-08T00:00, 2026-11-08T01:00, 201",
    "2026-11-05T23:30, 2026-11-06T00:30, 2026-11-06T00:00, 2026-11-06T01:00, 409"
  })
  void rejectsOverlappingMeetings(
      String start, String end, String start2, String end2, int status) {
    book(start, end).expect(201);
    book(start2, end2).expect(status);
  }

  /** An event of several days is listed on each of its days, and whole days are marked as such. */
  @Test
  void listsMultiDayEventOnEachDay() {
    book("2026-11-05T00:00", "2026-11-07T00:00");
    for (String day : List.of("2026-11-05", "2026-11-06")) {
      List<JsonObject> events = events("?startDate=" + day + "&endDate=" + day);
      assertEquals(1, events.size(), day);
      assertTrue(events.getFirst().getBoolean("isAllDay"));
      assertEquals(0, slots(day, 15).size());
    }
    assertEquals(0, events("?startDate=2026-11-07&endDate=2026-11-07").size());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-01T01:30, 2026-11-01T01:45, America/New_York, 2026-11-01T05:30:00.000Z",
    "2026-11-02T10:00, 2026-11-02T11:00, Europe/Berlin, 2026-11-02T09:00:00.000Z",
    "2026-11-02T10:00, 2026-11-02T11:00, Asia/Kathmandu, 2026-11-02T04:15:00.000Z",
    "2026-11-02T10:00, 2026-11-02T11:00, UTC, 2026-11-02T10:00:00.000Z",
    "2027-03-14T03:00, 2027-03-14T03:30, America/New_York, 2027-03-14T07:00:00.000Z",
    "2027-03-14T01:59, 2027-03-14T03:00, America/New_York, 2027-03-14T06:59:00.000Z",
    "2026-11-02T10:00:30.250, 2026-11-02T11:00, UTC, 2026-11-02T10:00:30.250Z"
  })
  void readsLocalTimesInTheirZone(String start, String end, String zone, String instant) {
    JsonObject data = data(start, end).put("timeZone", zone);
    Client.Reply reply = post("create-event", JsonObject.of("eventData", data)).expect(201);
    assertEquals(instant, reply.json().getJsonObject("event").getString("start"));
  }

  @ParameterizedTest
  @CsvSource({
    "startTime, 2027-03-14T02:30, startTime does not exist",
    "endTime, 2027-03-14T02:00, endTime does not exist",
    "endTime, 2026-11-04T10:00, after startTime",
    "endTime, 2026-11-04T09:00, after startTime",
    "startTime, 2026-10-30T10:10, in the future",
    "timeZone, Mars/Olympus, timeZone",
    "timeZone, +05:00, timeZone",
    "timeZone, GMT+5, timeZone",
    "timeZone, '', timeZone",
    "attendeeEmail, a..b@c.example, attendeeEmail",
    "attendeeEmail, 'A <a@b.example>', attendeeEmail"
  })
  void rejectsInvalidMeetings(String field, String value, String message) {
    JsonObject data = data("2026-11-04T10:00", "2026-11-04T11:00").put(field, value);
    Client.Reply reply = post("create-event", JsonObject.of("eventData", data)).expect(400);
    assertTrue(reply.error().contains(message), reply.error());
    assertEquals(0, events("").size());
  }

  @ParameterizedTest
  @CsvSource({"?startDate=2026-11-02&endDate=2026-11-01", "?endDate=2026-10-01"})
  void rejectsInvalidDateRanges(String query) {
    assertEquals(400, NODE.owner("GET", EVENTS + query).send().status(), query);
  }

  @Test
  void movesAnEventOnce() {
    book("2026-11-04T12:00", "2026-11-04T13:00");
    String id =
        book("2026-11-04T10:00", "2026-11-04T11:00").json().getJsonObject("event").getString("id");
    JsonObject moved = move(id, "10:30", "11:30", 200).getJsonObject("event");
    assertEquals("2026-11-04T15:30:00.000Z", moved.getString("start"));
    assertEquals(
        moved.getString("id"),
        move(id, "10:30", "11:30", 200).getJsonObject("event").getString("id"));
    assertEquals(2, events("").size());
    assertEquals("slot_taken", move(id, "11:30", "12:30", 409).getString("code"));
    assertEquals("2026-11-04T15:30:00.000Z", events("").getFirst().getString("start"));
    move("0123456789abcdef01234567", "10:00", "11:00", 404);
    move(id, "11:00", "10:00", 400);
  }

  private JsonObject move(String id, String from, String to, int status) {
    JsonObject times = JsonObject.of("startTime", "2026-11-04T" + from);
    Client.Request request = NODE.owner("PUT", EVENTS + "/" + id);
    return request.json(times.put("endTime", "2026-11-04T" + to)).expect(status).json();
  }

  private Client.Reply book(String start, String end) {
    return post("create-event", JsonObject.of("eventData", data(start, end)));
  }

  private static JsonObject data(String start, String end) {
    return JsonObject.of("title", "Call", "startTime", start, "endTime", end);
  }

  private JsonArray slots(String date, int duration) {
    JsonObject question = JsonObject.of("date", date, "duration", duration);
    return post("available-slots", question).json().getJsonArray("slots");
  }

  private Client.Reply post(String operation, JsonObject body) {
    return NODE.owner("POST", "/api/proxy/calendar/" + operation).json(body).send();
  }

  private List<JsonObject> events(String query) {
    return NODE.owner("GET", EVENTS + query).send().list("events");
  }

  private static List<String> ids(List<JsonObject> events) {
    return events.stream().map(event -> event.getString("id")).toList();
  }
}
