package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import biweekly.Biweekly;
import biweekly.component.VEvent;
import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.notifications.mail.Await;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Times that the owner blocks, the import of an iCalendar file, and the feed for a phone. */
class BlockedTimesTest {
  private static final String BUSY = "/api/proxy/calendar/busy";
  private static final String ZONED = ";TZID=America/New_York:";

  @RegisterExtension static final TestNode NODE = new TestNode();
  private static final String FEED = "/api/proxy/calendar/feed";

  /** A day in nine days or later. */
  private static LocalDate day(int later) {
    return LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC).plusDays(9 + later);
  }

  private static String basic(LocalDate day) {
    return day.toString().replace("-", "");
  }

  private static JsonArray busy() {
    String path = BUSY + "?startDate=" + day(0) + "&endDate=" + day(30);
    return NODE.owner("GET", path).answer().getJsonArray("busy");
  }

  private static int slots(LocalDate day) {
    return NODE.owner("POST", "/api/proxy/calendar/available-slots")
        .json(JsonObject.of("date", day.toString(), "duration", 60))
        .answer()
        .getJsonArray("slots")
        .size();
  }

  private static JsonObject imported(String query, String... events) {
    String file =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:t\r\nEND:VTODO\r\n"
            + Stream.of(events)
                .map(
                    event -> "BEGIN:VEVENT\r\n" + event.replace("|", "\r\n") + "\r\nEND:VEVENT\r\n")
                .collect(Collectors.joining())
            + "END:VCALENDAR\r\n";
    return NODE.owner("POST", "/api/proxy/imports/calendar" + query)
        .body("text/calendar", file)
        .expect(200)
        .json();
  }

  private static String counts(JsonObject report) {
    return Stream.of("created", "updated", "unchanged")
        .map(name -> report.getInteger(name).toString())
        .collect(Collectors.joining(" "));
  }

  @AfterEach
  void release() {
    for (Object each : busy()) {
      NODE.owner("DELETE", BUSY + "/" + ((JsonObject) each).getString("id")).send();
    }
  }

  @Test
  void blocksOverlappingTimes() {
    JsonObject time =
        JsonObject.of(
            "title",
            "Rehearsal",
            "startTime",
            day(0) + "T10:00:00",
            "endTime",
            day(0) + "T12:00:00");
    Client.Reply first = NODE.owner("POST", BUSY).json(time).expect(201);
    NODE.owner("POST", BUSY).json(time.copy().put("title", "Kids")).expect(201);
    assertEquals(7, slots(day(0)));
    assertEquals(2, busy().size());
    String id = first.json().getJsonObject("busy").getString("id");
    NODE.owner("DELETE", BUSY + "/" + id).expect(200);
    NODE.owner("DELETE", BUSY + "/" + id).expect(404);
    assertEquals("Kids", busy().getJsonObject(0).getString("title"));
    NODE.owner("POST", BUSY).json(time.copy().put("startTime", "2020-01-01T10:00:00")).expect(400);
  }

  @Test
  void importsEventsOnce() {
    String series =
        "UID:a|SUMMARY:Choir\\, weekly|DTSTART%s%sT100000|DURATION:PT2H|RRULE:FREQ=WEEKLY;COUNT=3|DESCRIPTION:private|BEGIN:VALARM|TRIGGER:-PT15M|END:VALARM"
            .formatted(ZONED, basic(day(0)));
    String single = "UID:b|SUMMARY:Trip|DTSTART;VALUE=DATE:" + basic(day(1));
    String past = "UID:c|SUMMARY:Old|DTSTART:20200101T100000Z|DURATION:PT1H";
    String free = "UID:d|TRANSP:TRANSPARENT|DTSTART;VALUE=DATE:" + basic(day(2));
    String broken = "UID:e|SUMMARY:No start";
    String[] events = {series, single, past, free, broken};
    assertEquals("2 0 2", counts(imported("?dryRun=true", events)));
    assertTrue(busy().isEmpty());
    JsonObject report = imported("", events);
    assertEquals("2 0 2", counts(report));
    assertEquals(List.of("VTODO"), report.getJsonArray("ignoredColumns").getList());
    JsonObject refused = report.getJsonArray("refused").getJsonObject(0);
    assertEquals("the event has no start (DTSTART)", refused.getString("result"));
    assertEquals(4, busy().size());
    assertEquals("Choir, weekly", busy().getJsonObject(0).getString("title"));
    assertTrue(busy().getJsonObject(1).getBoolean("isAllDay"));
    assertEquals(7, slots(day(0)));
    assertEquals(0, slots(day(1)));
    assertEquals("0 0 4", counts(imported("", events)), "a second import changes nothing");

    String moved =
        "UID:a|RECURRENCE-ID%s%sT100000|DTSTART%s%sT170000|DURATION:PT1H"
            .formatted(ZONED, basic(day(7)), ZONED, basic(day(8)));
    assertEquals("0 1 0", counts(imported("", moved)));
    assertEquals(9, slots(day(7)));
    assertEquals(8, slots(day(8)));
    assertEquals("0 1 0", counts(imported("", single + "|STATUS:CANCELLED")));
    assertEquals(9, slots(day(1)));
    NODE.clock.advance(Duration.ofDays(40));
    Client.Reply run =
        NODE.owner("POST", "/api/proxy/node/jobs/calendar.extendBlockedTimes/run").send();
    assertTrue(run.status() < 300, run.text());
    String again = series.replace(basic(day(-40)), basic(day(0)));
    Await.until(
        "the deletion of a series that is over",
        () -> counts(imported("?dryRun=true", again)).equals("1 0 0"));
  }

  @Test
  void rejectsOtherFiles() {
    Client.Reply reply =
        NODE.owner("POST", "/api/proxy/imports/calendar")
            .body("text/calendar", "<html>sign in</html>")
            .expect(400);
    assertTrue(reply.text().contains("export it as iCalendar"), reply.text());
  }

  private static String path() {
    return URI.create(NODE.owner("POST", FEED).expect(201).json().getString("url")).getPath();
  }

  private static List<VEvent> events(String path) {
    Client.Reply reply = NODE.get(path).expect(200);
    assertEquals("text/calendar", reply.header("Content-Type"));
    return Biweekly.parse(reply.text()).first().getEvents();
  }

  @Test
  void showsMeetingsUntilRevoked() {
    String path = path();
    assertEquals(0, events(path).size());
    LocalDate day = LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC).plusDays(9);
    JsonObject event =
        JsonObject.of("title", "Talk; with, ü", "description", "About the choir")
            .put("attendeeEmail", "guest@example.org")
            .mergeIn(Samples.times(day + "T10:00:00", day + "T11:00:00"));
    Client.Request create = NODE.owner("POST", "/api/proxy/calendar/create-event");
    JsonObject booked =
        create.json(JsonObject.of("eventData", event)).answer().getJsonObject("event");
    VEvent shown = events(path).getFirst();
    assertEquals("Talk; with, ü", shown.getSummary().getValue());
    assertTrue(shown.getDescription().getValue().startsWith("guest@example.org\n"));
    String uid = shown.getUid().getValue();
    String etag = NODE.get(path).header("ETag");
    NODE.request("GET", path).header("If-None-Match", etag).expect(304);

    JsonObject later = JsonObject.of("startTime", day + "T12:00:00", "endTime", day + "T13:00:00");
    String id = "/api/proxy/calendar/events/" + booked.getString("id");
    Client.Reply moved = NODE.owner("PUT", id).json(later).expect(200);
    VEvent again = events(path).getFirst();
    assertEquals(uid, again.getUid().getValue());
    assertEquals(1, again.getSequence().getValue());
    String movedId = moved.json().getJsonObject("event").getString("id");
    NODE.owner("DELETE", "/api/proxy/calendar/events/" + movedId).send();
    assertEquals(0, events(path).size());

    String other = path();
    assertNotEquals(path, other);
    assertEquals(404, NODE.get(path).status(), "the earlier address");
    NODE.owner("DELETE", FEED).expect(200);
    NODE.get(other).expect(404);
    NODE.owner("DELETE", FEED).expect(404);
    NODE.request("POST", FEED).expect(401);
  }
}
