package dev.gatehouse.areas.calendar.google;

import static dev.gatehouse.areas.calendar.google.GoogleSimulator.example;
import static dev.gatehouse.areas.calendar.google.GoogleSimulator.plainEvent;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.calendar.google.GoogleSimulator.Answer;
import dev.gatehouse.areas.notifications.mail.Await;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.Signature;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Calendar area over HTTP with a simulated provider that answers as documented, including failures.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class GoogleCalendarTest {
  private static final GoogleSimulator GOOGLE = new GoogleSimulator();
  private static final KeyPair KEYS = KeyFile.keys();
  private static final Answer UNAUTHORIZED = new Answer(401, "{}");
  private static final Answer BROKEN = new Answer(503, "<html>");
  private static final Answer NO_GUESTS = new Answer(403, example("error_403_service_account"));
  private static final Answer TOO_OFTEN = new Answer(403, example("error_403_rate_limit"));
  private static final Answer NO_CALLS =
      new Answer(400, "{\"error\":{\"message\":\"Invalid conference type value.\"}}");

  @RegisterExtension
  static final TestNode NODE =
      GOOGLE
          .node()
          .with("CALENDAR_USER", "owner@example.com")
          .with("CALENDAR_EVENT_TYPES", "intro | 30m | Introduction");

  private static int test;

  @BeforeAll
  static void first() {
    test = 0;
  }

  @BeforeEach
  void day() {
    GOOGLE.reset();
    // Each test starts three hours later, so that tokens, cached events and reservations have
    // expired.
    NODE.clock.set(Instant.parse("2024-01-02T00:00:00Z").plus(Duration.ofHours(3L * test++)));
  }

  @Test
  @Order(1)
  void requestsTokenWithSignedAssertionOnce() throws GeneralSecurityException {
    list("2024-01-05", "2024-01-08").expect(200);
    String form = GOOGLE.requests("token").getFirst().body();
    assertTrue(form.contains("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"));
    String[] parts = form.replaceFirst(".*assertion=", "").replaceFirst("&.*", "").split("\\.");
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initVerify(KEYS.getPublic());
    signature.update((parts[0] + '.' + parts[1]).getBytes(StandardCharsets.US_ASCII));
    assertTrue(signature.verify(Base64.getUrlDecoder().decode(parts[2])));
    JsonObject claims = part(parts[1]);
    assertEquals("RS256", part(parts[0]).getString("alg"));
    assertEquals("svc@proj.iam.gserviceaccount.com", claims.getString("iss"));
    assertEquals("owner@example.com", claims.getString("sub"));
    assertEquals(GOOGLE.url() + "/token", claims.getString("aud"));
    assertEquals(3600, claims.getLong("exp") - claims.getLong("iat"));
    list("2024-01-05", "2024-01-06");
    assertEquals(1, GOOGLE.requests("token").size(), "the token is kept");
    assertEquals("Bearer ya29.EXAMPLE", GOOGLE.requests("list").getLast().authorization());
  }

  @Test
  @Order(2)
  void followsPagesAndReadsEveryKindOfEvent() {
    GOOGLE.script(
        "list",
        new Answer(200, example("events_list")),
        new Answer(200, "{\"items\":[{\"id\":\"gone\",\"status\":\"cancelled\"}]}"));
    JsonArray events = list("2024-01-05", "2024-01-09").json().getJsonArray("events");
    assertEquals(3, events.size());
    JsonObject first = events.getJsonObject(0);
    assertEquals("Consultation", first.getString("title"));
    assertEquals("2024-01-05T15:00:00.000Z", first.getString("start"));
    assertEquals("https://meet.google.com/abc-defg-hij", first.getString("meetLink"));
    assertEquals(
        "guest@example.com", first.getJsonArray("attendees").getJsonObject(0).getString("email"));
    JsonObject holiday = events.getJsonObject(1);
    assertTrue(holiday.getBoolean("isAllDay"));
    assertEquals("2024-01-06T05:00:00.000Z", holiday.getString("start"));
    assertEquals("2024-01-07T05:00:00.000Z", holiday.getString("end"));
    JsonObject hidden = events.getJsonObject(2);
    assertEquals("Busy", hidden.getString("title"));
    assertEquals("tentative", hidden.getString("status"));
    List<GoogleSimulator.Request> asked = GOOGLE.requests("list");
    assertTrue(asked.getFirst().query().contains("timeMin=2024-01-05T05:00:00Z"));
    assertTrue(asked.getFirst().query().contains("timeMax=2024-01-10T05:00:00Z"));
    assertTrue(asked.getLast().query().contains("pageToken=EXAMPLE_TOKEN"));
  }

  @Test
  @Order(3)
  void offersFreeSlotsOnly() {
    JsonArray slots = slots().json().getJsonArray("slots");
    assertEquals(8, slots.size());
    assertFalse(
        slots.encode().contains("\"start\":\"2024-01-05T15:00:00.000Z\""), "10 Eastern is busy");
    GOOGLE.script("freeBusy", new Answer(200, example("freebusy_response_notfound")));
    assertEquals(502, slots().status(), "an unknown calendar is not a free one");
    for (String calendar : List.of("{\"busy\":null}", "{}", "null", "{\"busy\":[null]}")) {
      GOOGLE.script(
          "freeBusy", new Answer(200, "{\"calendars\":{\"owner@example.com\":" + calendar + "}}"));
      assertEquals(502, slots().status(), calendar);
    }
  }

  @Test
  void blamesProviderForRepeatedPages() {
    GOOGLE.script("list", new Answer(200, "{\"items\":[],\"nextPageToken\":\"again\"}"));
    Client.Reply repeated = list("2024-02-05", "2024-02-08").expect(502);
    assertTrue(repeated.error().contains("calendar"), repeated.error());
    assertEquals(2, GOOGLE.requests("list").size());
  }

  @Test
  @Order(4)
  void booksWithAVideoCallAndAGuest() {
    Client.Reply booked = book("2024-01-05T13:00:00").expect(201);
    assertEquals(
        "https://meet.google.com/abc-defg-hij",
        booked.json().getJsonObject("event").getString("meetLink"));
    JsonObject body = GOOGLE.requests("insert").getFirst().json();
    assertEquals(
        JsonObject.of("dateTime", "2024-01-05T13:00:00-05:00", "timeZone", "America/New_York"),
        body.getJsonObject("start"));
    assertTrue(body.getString("id").matches("[0-9a-v]{5,}"));
    assertTrue(GOOGLE.requests("insert").getFirst().query().contains("conferenceDataVersion=1"));
    assertEquals(409, book("2024-01-05T13:30:00").status(), "reserved, whatever freeBusy says");
    assertEquals(409, book("2024-01-05T10:30:00").status(), "busy");
    assertEquals(1, GOOGLE.requests("insert").size());
  }

  @Test
  @Order(5)
  void booksWithoutCallAndGuestsIfNotPermitted() throws IOException {
    GOOGLE.script("insert", NO_CALLS, NO_GUESTS, new Answer(200, plainEvent()));
    Client.Reply booked = book("2024-01-06T13:00:00").expect(201);
    assertTrue(booked.json().getString("message").contains("does not support video calls"));
    assertTrue(booked.json().getString("message").contains("invitation is sent by email"));
    assertNull(booked.json().getJsonObject("event").getString("meetLink"));
    JsonObject last = GOOGLE.requests("insert").getLast().json();
    assertFalse(last.containsKey("attendees") || last.containsKey("conferenceData"));
    assertTrue(last.getString("description").contains("Guest: guest@example.com"));
    Await.until("our own invitation", () -> Files.isDirectory(NODE.data().resolve("mail")));
  }

  @Test
  @Order(6)
  void waitsForAPendingVideoCall() {
    GOOGLE.script("insert", new Answer(200, example("event_insert_response_conference_pending")));
    Client.Reply booked = book("2024-01-07T13:00:00");
    assertEquals(1, GOOGLE.requests("get").size());
    assertTrue(booked.text().contains("https://meet.google.com/abc-defg-hij"));
  }

  /** The ID identifies an insertion whose reply was lost. */
  @Test
  @Order(7)
  void reusesEventIdWhenRetryingAnInsert() {
    GOOGLE.script("insert", BROKEN, new Answer(409, "{}"));
    book("2024-01-08T13:00:00").expect(201);
    List<GoogleSimulator.Request> inserts = GOOGLE.requests("insert");
    assertEquals(2, inserts.size());
    assertEquals(inserts.get(0).json().getString("id"), inserts.get(1).json().getString("id"));
    assertEquals(1, GOOGLE.requests("get").size());
  }

  @ParameterizedTest
  @Order(8)
  @CsvSource({"TOO_OFTEN,1,200", "BROKEN,2,200", "BROKEN,9,502", "TOO_OFTEN,9,503"})
  void retriesAtMostTwice(String failure, int times, int status) {
    Answer[] answers = new Answer[times + 1];
    Arrays.fill(answers, failure.equals("BROKEN") ? BROKEN : TOO_OFTEN);
    answers[times] = new Answer(200, example("freebusy_response"));
    GOOGLE.script("freeBusy", answers);
    slots().expect(status);
    assertTrue(GOOGLE.requests("freeBusy").size() <= 3);
  }

  @Test
  @Order(9)
  void honorsRetryAfter() {
    GOOGLE.script("freeBusy", new Answer(429, "{}", "Retry-After", "120"));
    assertEquals("120", slots().expect(503).header("Retry-After"));
    slots().expect(503);
    assertEquals(1, GOOGLE.requests("freeBusy").size());
    GOOGLE.reset();
    NODE.clock.advance(Duration.ofSeconds(121));
    slots().expect(200);
  }

  @Test
  @Order(10)
  void renewsARejectedTokenOnce() {
    GOOGLE.script("freeBusy", UNAUTHORIZED, new Answer(200, example("freebusy_response")));
    slots().expect(200);
    GOOGLE.reset();
    GOOGLE.script("freeBusy", UNAUTHORIZED);
    slots().expect(502);
    assertEquals(2, GOOGLE.requests("freeBusy").size());
  }

  @ParameterizedTest
  @Order(11)
  @CsvSource({
    "null",
    "[]",
    "{}",
    "not json",
    "'{\"calendars\":{\"a\":{\"busy\":[{\"start\":\"x\"}]}}}'",
  })
  void returns502ForInvalidProviderReply(String body) {
    GOOGLE.script("freeBusy", new Answer(200, body));
    Client.Reply reply = slots().expect(502);
    assertTrue(reply.error().startsWith("calendar "), reply.error());
  }

  @Test
  @Order(12)
  void hidesDetailsOfRejectedCredentials() {
    GOOGLE.script("token", new Answer(400, example("token_error_400")));
    assertFalse(slots().expect(502).text().contains("JWT"));
  }

  @Test
  @Order(13)
  void cancelsAndReturns404IfAlreadyDeleted() {
    String path = "/api/proxy/calendar/events/4eahs9ghkhrvkld72hogu9ph3e";
    NODE.owner("DELETE", path).expect(200);
    assertTrue(GOOGLE.requests("delete").getFirst().query().contains("sendUpdates=all"));
    GOOGLE.script("get", new Answer(404, "{}"));
    NODE.owner("DELETE", path).expect(404);
  }

  /** Otherwise a one-minute failure would be replayed for a day. */
  @Test
  @Order(14)
  void doesNotReplayProviderFailure() {
    GOOGLE.script("token", new Answer(400, example("token_error_400")));
    bookOnce().expect(502);
    GOOGLE.reset();
    NODE.clock.advance(Duration.ofMinutes(2));
    Client.Reply booked = bookOnce().expect(201);
    assertNull(booked.header("Idempotent-Replayed"));
    Client.Reply again = bookOnce();
    assertEquals("true", again.header("Idempotent-Replayed"));
    assertEquals(booked.text(), again.text());
  }

  @Test
  @Order(2)
  void guestCancelsWithTheLinkOfTheBookingPage() {
    GOOGLE.script("freeBusy", new Answer(200, "{\"calendars\":{\"owner\":{\"busy\":[]}}}"));
    String link = book();
    Client.Reply question = NODE.get(link);
    assertTrue(question.text().contains("Consultation"), question.text());
    assertEquals(0, GOOGLE.requests("delete").size());

    // The first attempt deletes the event, but its reply is lost.
    GOOGLE.script("delete", BROKEN);
    assertTrue(NODE.request("POST", link).send().status() >= 500);
    int attempts = GOOGLE.requests("delete").size();
    GOOGLE.script("get", new Answer(200, "{\"id\":\"x\",\"status\":\"cancelled\"}"));
    NODE.request("POST", link).expect(200);
    assertEquals(attempts, GOOGLE.requests("delete").size());
    GOOGLE.script("get", new Answer(404, "{}"));
    assertFalse(NODE.get(link).text().contains("Consultation"));
    NODE.request("POST", link).expect(200);

    GOOGLE.script("get", new Answer(200, example("event_insert_response")));
    GOOGLE.script("delete", new Answer(204, ""));
    NODE.request("POST", link).expect(200);
    assertTrue(GOOGLE.requests("delete").getLast().query().contains("sendUpdates=all"));
    NODE.get(link + "x").expect(404);
  }

  /** Books on the booking page, and returns the link that cancels the meeting. */
  private String book() {
    Instant start = Instant.parse("2024-01-04T15:00:00Z");
    Map<String, String> form =
        Map.of(
            "start", start.toString(),
            "zone", "UTC",
            "key", "0123456789abcdef",
            "name", "Ada",
            "email", "ada@example.org");
    Client.Reply booked = NODE.request("POST", "/book/intro").fields(form).expect(303);
    return NODE.get(booked.header("Location").replaceFirst("^https?://[^/]+", ""))
        .expect(200)
        .text()
        .replaceAll("(?s).*href=\"(/api/proxy/calendar/cancel[^\"]+)\".*", "$1");
  }

  private Client.Reply bookOnce() {
    JsonObject data =
        JsonObject.of(
            "title", "Once", "startTime", "2024-01-20T10:00:00", "endTime", "2024-01-20T11:00:00");
    return NODE.owner("POST", "/api/proxy/calendar/create-event")
        .header("Idempotency-Key", "once")
        .json(JsonObject.of("eventData", data))
        .send();
  }

  private Client.Reply list(String from, String to) {
    String query = "?startDate=" + from + "&endDate=" + to;
    return NODE.owner("GET", "/api/proxy/calendar/events" + query).send();
  }

  private Client.Reply slots() {
    return post("available-slots", JsonObject.of("date", "2024-01-05"));
  }

  private Client.Reply book(String start) {
    JsonObject data =
        JsonObject.of("title", "Consultation", "attendeeEmail", "guest@example.com")
            .put("startTime", start)
            .put("endTime", start.replace(":00:00", ":59:00").replace(":30:00", ":59:00"));
    return post("create-event", JsonObject.of("eventData", data));
  }

  private Client.Reply post(String operation, JsonObject body) {
    String path = "/api/proxy/calendar/" + operation;
    return NODE.owner("POST", path).json(body).send();
  }

  private static JsonObject part(String base64) {
    return new JsonObject(
        new String(Base64.getUrlDecoder().decode(base64), StandardCharsets.UTF_8));
  }
}
