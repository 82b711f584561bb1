package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.Client;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.notifications.mail.Await;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Busy times of the owner's other calendar: slots, bookings, and an outage of its server. */
class BusyTimesTest {
  private static final AtomicReference<String> CALENDAR = new AtomicReference<>("");
  private static final AtomicInteger STATUS = new AtomicInteger(200);
  private static final HttpServer SERVER = server();

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("CALENDAR_BUSY_URLS", address("private-token"));

  private static String address(String token) {
    return LoopbackServer.url(SERVER) + '/' + token + "/basic.ics";
  }

  private static HttpServer server() {
    return LoopbackServer.start(exchange -> {
      byte[] body = CALENDAR.get().getBytes(StandardCharsets.UTF_8);
      boolean gone = exchange.getRequestURI().getPath().startsWith("/gone/");
      exchange.sendResponseHeaders(gone ? 410 : STATUS.get(), body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
  }

  @AfterAll
  static void stop() {
    SERVER.stop(0);
  }

  /** 10 to 12 Eastern of a weekday in nine days. */
  private static LocalDate day() {
    return LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC).plusDays(9);
  }

  private static void publish(String from, String to) {
    String date = day().toString().replace("-", "");
    CALENDAR.set(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Dentist\r\n"
            + ("DTSTART;TZID=America/New_York:" + date + "T" + from + "\r\n")
            + ("DTEND;TZID=America/New_York:" + date + "T" + to + "\r\n")
            + "END:VEVENT\r\nEND:VCALENDAR\r\n");
  }

  /** Reads the calendar, after a run that may be in progress. */
  private static void read() {
    String path = "/api/proxy/node/jobs/calendar.readBusyTimes/run";
    Await.until(
        "the end of the job",
        () -> NODE.owner("POST", path).answer().getString("outcome").equals("done"));
  }

  private static int slots() {
    return NODE.owner("POST", "/api/proxy/calendar/available-slots")
        .json(JsonObject.of("date", day().toString(), "duration", 60))
        .answer()
        .getJsonArray("slots")
        .size();
  }

  private static int book(Client.Request request, String from, String to) {
    JsonObject event =
        JsonObject.of(
            "title", "Talk", "startTime", day() + "T" + from, "endTime", day() + "T" + to);
    return request.json(JsonObject.of("eventData", event)).send().status();
  }

  private static JsonObject busy() {
    String day = day().toString();
    return NODE.owner("GET", "/api/proxy/calendar/busy?startDate=" + day + "&endDate=" + day)
        .answer();
  }

  /** Returns the warnings of /readyz, which reports the node as ready. */
  private static JsonObject ready() {
    JsonObject reply = new Client(NODE.managementAddress()).get("/readyz").expect(200).json();
    return reply.getJsonObject("hints");
  }

  private static JsonObject integration() {
    JsonObject all = NODE.owner("GET", "/api/proxy/node/integrations").answer();
    return Samples.one(all.getJsonArray("integrations"), "name", "busy-calendars");
  }

  @Test
  void offersNoBusyTimes() throws IOException {
    publish("100000", "120000");
    read();
    Await.until("the busy times", () -> slots() == 7);
    String code = NODE.dailyCode();
    String path = "/api/proxy/calendar/create-event";
    Client.Request visitor = NODE.request("POST", path);
    assertEquals(409, book(visitor.token(NODE.token(code)), "11:30:00", "12:30:00"));
    assertEquals(201, book(NODE.owner("POST", path), "11:00:00", "12:00:00"), "the owner may");

    JsonObject away = busy().getJsonArray("busy").getJsonObject(0);
    assertEquals("127.0.0.1", away.getString("source"));
    assertEquals("", away.getString("title"), "titles of other calendars are not stored");
    assertFalse(ready().containsKey("busyCalendars"));

    STATUS.set(404);
    read();
    NODE.clock.advance(Duration.ofMinutes(1));
    assertEquals(7, slots(), "the last good copy");
    JsonObject calendar = busy().getJsonArray("calendars").getJsonObject(0);
    assertEquals("status 404", calendar.getString("problem"));
    assertTrue(
        ready().getString("busyCalendars").startsWith("127.0.0.1 cannot be read: status 404"));
    assertEquals("status 404", integration().getJsonObject("latest").getString("error"));
    assertEquals("failing", integration().getString("state"));
    JsonObject failing = integration();
    NODE.restart();
    assertEquals(failing, integration(), "the stored state");
    STATUS.set(200);
    CALENDAR.set("<html>sign in</html>");
    read();
    NODE.clock.advance(Duration.ofMinutes(1));
    assertEquals(7, slots(), "the last good copy");
    assertTrue(ready().getString("busyCalendars").contains("the file contains no calendar"));
    publish("130000", "140000");
    read();
    assertFalse(ready().containsKey("busyCalendars"));
    NODE.clock.advance(Duration.ofMinutes(1));
    Await.until("the new time", () -> slots() == 7);

    String settings = NODE.owner("GET", "/api/proxy/node/settings").send().text();
    assertFalse(settings.contains("private-token"), "the address is a secret");
  }

  /** The calendars have one host. Afterwards, nothing reads the one that has failed. */
  @Test
  void warnsOfTheFailingCalendarWhileItIsUsed() throws IOException {
    publish("100000", "120000");
    NODE.with(
        "CALENDAR_BUSY_URLS",
        Stream.of("gone", "a", "b", "c", "d", "private-token")
            .map(BusyTimesTest::address)
            .collect(Collectors.joining(",")));
    NODE.restart();
    read();
    assertEquals("failing", integration().getString("state"));
    assertEquals("status 410", integration().getJsonObject("latest").getString("error"));
    assertTrue(ready().getString("busyCalendars").contains("status 410"));
    NODE.with("AREAS_OFF", "calendar").restart();
    assertFalse(ready().containsKey("busyCalendars"));
    NODE.without("AREAS_OFF").without("CALENDAR_BUSY_URLS").restart();
    assertFalse(ready().containsKey("busyCalendars"));
    NODE.with("CALENDAR_BUSY_URLS", address("private-token")).restart();
    assertFalse(ready().containsKey("busyCalendars"));
  }
}
