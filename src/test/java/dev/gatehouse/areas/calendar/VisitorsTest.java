package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of a visitor's bookings, one by one and with 30 concurrent requests. */
class VisitorsTest {
  private static final String CREATE = "/api/proxy/calendar/create-event";
  private static final int CALLERS = 30;
  private static int year = 2030;

  @RegisterExtension static final TestNode NODE = new TestNode();

  /**
   * Moves the clock ahead two years, so that each test has its own access code and an empty
   * calendar.
   */
  @BeforeEach
  void anotherYear() {
    year += 2;
    NODE.clock.set(Instant.parse(year + "-01-07T14:10:00Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "01-08T10:00, 01-08T19:00, 201, 409, ''",
    "01-08T10:00, 01-08T19:01, 400, 201, endTime",
    "01-08T10:00, 01-10T10:00, 400, 201, endTime",
    "01-08T00:00, 12-31T00:00, 400, 201, endTime",
  })
  void limitsBookingLengthForVisitorsOnly(
      String start, String end, int visitor, int owner, String field) {
    Client.Reply refused = book(visitor(), year + "-" + start, year + "-" + end).expect(visitor);
    assertTrue(visitor == 201 || refused.error().contains(field), refused.text());
    book(owner(), year + "-" + start, year + "-" + end).expect(owner);
  }

  @Test
  void limitsBookingHorizonForVisitorsOnly() {
    LocalDate last = LocalDate.of(year, 1, 7).plusDays(365);
    String beyond = last + "T09:11";
    book(visitor(), last + "T09:00", last + "T09:10").expect(201);
    Client.Reply refused = book(visitor(), beyond, last + "T09:30").expect(400);
    assertTrue(refused.error().contains("startTime"), refused.error());
    book(owner(), beyond, last + "T09:30").expect(201);
  }

  /**
   * The owner's events have a maximum duration, too, and must be within the calendar's range of
   * years.
   */
  @ParameterizedTest
  @CsvSource({
    "2100-01-01T00:00, 2101-01-02T00:00, 201, ''",
    "2110-01-01T00:00, 2111-01-03T00:00, 400, endTime",
    "2110-01-01T00:00, 2126-01-01T00:00, 400, endTime",
    "2200-01-01T00:00, 2200-01-01T01:00, 400, startTime",
    "2199-12-31T23:00, 2200-01-01T01:00, 400, endTime",
    "9999-12-31T22:00, 9999-12-31T23:59, 400, startTime",
    "1899-12-31T22:00, 1899-12-31T23:59, 400, startTime",
  })
  void limitsBookingTimesForTheOwner(String start, String end, int status, String field) {
    Client.Reply reply = book(owner(), start, end).expect(status);
    assertTrue(status == 201 || reply.error().contains(field), reply.text());
  }

  @ParameterizedTest
  @CsvSource({
    "startDate=9999-12-31, 400",
    "startDate=2030-01-01&endDate=9999-12-31, 400",
    "startDate=1899-12-31, 400",
    "startDate=2199-12-31, 200"
  })
  void rejectsDatesOutsideTheCalendar(String query, int status) {
    NODE.owner("GET", "/api/proxy/calendar/events?" + query).expect(status);
    String date = query.substring(query.lastIndexOf('=') + 1);
    NODE.owner("POST", "/api/proxy/calendar/available-slots")
        .json(JsonObject.of("date", date))
        .expect(status);
  }

  @Test
  void allowsFiveUpcomingMeetingsPerCode() {
    List<String> links = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Client.Reply booked =
          book(visitor(), day(8 + i) + "T10:00", day(8 + i) + "T11:00").expect(201);
      links.add(booked.json().getJsonObject("event").getString("htmlLink"));
    }
    Client.Reply sixth = book(visitor(), day(20) + "T10:00", day(20) + "T11:00").expect(409);
    assertTrue(sixth.error().contains("five"), sixth.error());
    book(owner(), day(20) + "T10:00", day(20) + "T11:00").expect(201);

    String link = links.getFirst();
    NODE.request("POST", link.substring(link.indexOf("/api/"))).expect(200);
    assertEquals(409, book(visitor(), day(20) + "T10:00", day(20) + "T11:00").status(), "taken");
    book(visitor(), day(21) + "T10:00", day(21) + "T11:00").expect(201);
    book(visitor(), day(22) + "T10:00", day(22) + "T11:00").expect(409);

    NODE.clock.set(Instant.parse(day(9) + "T16:00:00Z"));
    for (int i = 0; i < 5; i++) {
      assertEquals(
          201,
          book(visitor(), day(23 + i) + "T10:00", day(23 + i) + "T11:00").status(),
          "new code");
    }
  }

  @Test
  void allowsNewMeetingWhenOneHasEnded() throws Exception {
    Client.Request first = visitor();
    for (int i = 0; i < 5; i++) {
      String hour = Integer.toString(10 + i);
      book(visitor(), day(7) + "T" + hour + ":00", day(7) + "T" + hour + ":30").expect(201);
    }
    book(visitor(), day(8) + "T10:00", day(8) + "T11:00").expect(409);
    NODE.clock.set(Instant.parse(day(7) + "T15:30:00Z")); // 10:30 Eastern, the first is over
    book(first, day(8) + "T10:00", day(8) + "T11:00").expect(201);
  }

  @Test
  void booksContestedSlotOnceAndFreesOtherPermits() throws Exception {
    List<Integer> statuses = atOnce(i -> book(visitor(), day(8) + "T10:00", day(8) + "T11:00"));
    assertEquals(1, Collections.frequency(statuses, 201), statuses::toString);
    assertEquals(29, Collections.frequency(statuses, 409), statuses::toString);
    for (int i = 0; i < 4; i++) {
      book(visitor(), day(9 + i) + "T10:00", day(9 + i) + "T11:00").expect(201);
    }
  }

  @Test
  void booksFiveOfThirtyConcurrentSlotsPerCode() throws Exception {
    List<Integer> statuses =
        atOnce(i -> {
          LocalDateTime start = LocalDateTime.parse(day(8) + "T00:00").plusHours(i);
          return book(visitor(), start.toString(), start.plusMinutes(30).toString());
        });
    assertEquals(5, Collections.frequency(statuses, 201), statuses::toString);
    assertEquals(25, Collections.frequency(statuses, 409), statuses::toString);
  }

  private static List<Integer> atOnce(IntFunction<Client.Reply> act) throws Exception {
    return Concurrently.times(CALLERS, i -> act.apply(i).status());
  }

  private static String day(int day) {
    return year + "-01-" + (day < 10 ? "0" : "") + day;
  }

  private Client.Request visitor() {
    String code = NODE.dailyCode();
    return NODE.request("POST", CREATE).token(NODE.token(code));
  }

  private Client.Request owner() {
    return NODE.owner("POST", CREATE);
  }

  private static Client.Reply book(Client.Request request, String start, String end) {
    JsonObject data = JsonObject.of("title", "Call", "startTime", start, "endTime", end);
    Client.Reply reply = request.json(JsonObject.of("eventData", data)).send();
    return reply.status() == 503 ? request.send() : reply;
  }
}
