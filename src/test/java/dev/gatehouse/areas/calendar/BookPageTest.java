package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Booking page: free times, bookings, moves and cancellations over HTTP, and their emails. */
class BookPageTest {
  private static final String SITE = "https://site.example";
  private static final int AT_ONCE = 30;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("OWNER_EMAIL", "owner@example.org")
          .with(
              "CALENDAR_EVENT_TYPES",
              "intro | 30m | Introduction | A first talk, by video; review | 60m | <b>Review</b>")
          .with("CALENDAR_EMBED_ORIGINS", SITE);

  private static final Guests GUESTS = new Guests(NODE);

  /** Returns a Monday that no other test uses. */
  private static LocalDate monday(int weeks) {
    LocalDate today = NODE.clock.instant().atZone(ZoneOffset.UTC).toLocalDate();
    return today.with(TemporalAdjusters.next(DayOfWeek.MONDAY)).plusWeeks(weeks);
  }

  @Test
  void listsEventTypes() {
    Client.Reply page = NODE.get("/book").expect(200);
    assertTrue(page.text().contains("href=\"/book/intro\">Introduction"), page.text());
    assertTrue(page.text().contains("A first talk, by video"), page.text());
    assertTrue(page.text().contains("&lt;b&gt;Review"), page.text());
    NODE.get("/book/none").expect(404);
  }

  @Test
  void showsTimesInTheZoneOfTheVisitor() {
    LocalDate day = monday(1);
    assertEquals(18, GUESTS.free("intro", day).size());
    Instant first = GUESTS.free("intro", day).getFirst();
    String tokyo = NODE.get("/book/intro?zone=Asia/Tokyo&start=" + first).text();
    String time = first.atZone(ZoneId.of("Asia/Tokyo")).toLocalTime().toString();
    assertTrue(tokyo.contains(time) && tokyo.contains("(Asia/Tokyo)"), tokyo);
    String month = NODE.get("/book/intro?zone=Asia/Tokyo&day=" + day).text();
    assertTrue(month.contains("value=\"Asia/Tokyo\" selected"), month);
    assertTrue(month.contains("<h2 id=\"month\">"), month);
    String none = NODE.get("/book/intro?zone=Nowhere&day=" + day).text();
    assertTrue(none.contains("value=\"America/New_York\" selected"), "the owner's zone");
    assertTrue(none.contains("data-preselect=\"true\""), "the script may select a zone");
  }

  @Test
  void equalFormsBookOneMeeting() throws Exception {
    LocalDate day = monday(2);
    Instant start = GUESTS.free("intro", day).get(3);
    Map<String, String> form = GUESTS.form("intro", start, "ada@example.com");
    Callable<Client.Reply> sending = () -> GUESTS.send("/book/intro", form, "198.51.100.7");
    Set<String> pages = new HashSet<>();
    for (Client.Reply reply : Concurrently.all(Collections.nCopies(AT_ONCE, sending))) {
      pages.add(Guests.token(reply));
    }
    pages.add(Guests.token(sending.call()));
    assertEquals(1, pages.size());
    assertEquals(List.of(start.toString()), GUESTS.starts(day).stream().map(this::utc).toList());
    String page = NODE.get("/meeting?token=" + pages.iterator().next()).text();
    assertTrue(page.contains("Your meeting is booked"), page);
    assertTrue(page.contains("Introduction: Ada"), page);
    String mail = GUESTS.mails.await(each -> each.contains("\nTo: ada@example.com"));
    assertTrue(mail.contains("Subject: Invitation: Introduction: Ada"), mail);
    assertTrue(mail.contains("Change or cancel the meeting: http"), mail);
    assertEquals(
        1,
        GUESTS.mails.all().stream().filter(each -> each.contains("\nTo: ada@example.com")).count());
  }

  private String utc(String start) {
    return Instant.parse(start).toString();
  }

  @Test
  void secondGuestOfASlotChoosesAnotherTime() throws Exception {
    LocalDate day = monday(3);
    Instant start = GUESTS.free("intro", day).getFirst();
    List<Callable<Client.Reply>> guests = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Map<String, String> form = GUESTS.form("intro", start, "guest" + i + "@example.com");
      String address = NODE.freshAddress();
      guests.add(() -> GUESTS.send("/book/intro", form, address));
    }
    List<Client.Reply> replies = Concurrently.all(guests);
    assertEquals(1, replies.stream().filter(reply -> reply.status() == 303).count());
    Client.Reply other =
        replies.stream().filter(reply -> reply.status() == 200).findFirst().orElseThrow();
    assertTrue(other.text().contains("This time is no longer free"), other.text());
    assertEquals(1, GUESTS.events(day).size());
    assertFalse(GUESTS.free("intro", day).contains(start));
  }

  @Test
  void movesAMeetingOnce() throws Exception {
    LocalDate day = monday(4);
    List<Instant> free = GUESTS.free("intro", day);
    String token = GUESTS.book("intro", free.getFirst(), "eve@example.com");
    String page = NODE.get("/meeting?token=" + token).text();
    assertTrue(page.contains("/book/intro?zone=Europe%2FParis&amp;move=" + token), page);
    String path = "/book/intro?move=" + token;
    assertTrue(NODE.get(path + "&start=" + free.get(4)).text().contains("Reschedule"));
    // Different moves at once: one of them counts.
    List<Callable<Client.Reply>> moves = new ArrayList<>();
    for (int i = 4; i < 9; i++) {
      Map<String, String> form = Map.of("start", free.get(i).toString(), "zone", "Europe/Paris");
      moves.add(() -> GUESTS.send(path, form, NODE.freshAddress()));
    }
    List<Client.Reply> replies = Concurrently.all(moves);
    assertTrue(replies.stream().anyMatch(reply -> reply.status() == 303));
    assertEquals(1, GUESTS.events(day).size(), GUESTS.events(day)::encode);
    Instant now = Instant.parse(GUESTS.starts(day).getFirst());
    assertTrue(free.subList(4, 9).contains(now), now.toString());
    assertEquals(free.size() - 1, GUESTS.free("intro", day).size());
    String shown = NODE.get("/meeting?token=" + token).text();
    String time = now.atZone(ZoneId.of("Europe/Paris")).toLocalTime().toString();
    assertTrue(shown.contains(time), "an earlier link shows the new time: " + shown);
    // Each move that was made one after the other has changed the meeting once.
    GUESTS.mails.await(each -> each.contains("Subject: Moved: Introduction: Ada"));
    String file = NODE.get("/meeting.ics?token=" + token).text();
    assertFalse(file.contains("SEQUENCE:0"), file);
    assertTrue(
        GUESTS.mails.all().stream()
            .filter(each -> each.contains("\nTo: eve@example.com"))
            .noneMatch(each -> each.contains("Subject: Cancelled")));
  }

  @Test
  void repeatedMoveIsOneMove() {
    LocalDate day = monday(5);
    List<Instant> free = GUESTS.free("review", day);
    String token = GUESTS.book("review", free.getFirst(), "bob@example.com");
    Map<String, String> form = Map.of("start", free.get(2).toString(), "zone", "UTC");
    String first =
        Guests.token(GUESTS.send("/book/review?move=" + token, form, NODE.freshAddress()));
    String again =
        Guests.token(GUESTS.send("/book/review?move=" + token, form, NODE.freshAddress()));
    assertEquals(first, again);
    String file = NODE.get("/meeting.ics?token=" + first).text();
    assertTrue(file.contains("SEQUENCE:1") && file.contains("METHOD:PUBLISH"), file);
    assertFalse(file.contains("ATTENDEE"), file);
    assertEquals(
        List.of(free.get(2).toString()), GUESTS.starts(day).stream().map(this::utc).toList());
  }

  static String cancelLink(String page) {
    return page.replaceAll("(?s).*href=\"(/api/proxy/calendar/cancel[^\"]+)\".*", "$1");
  }

  @Test
  void cancelledMeetingFreesItsTimeAndCannotBeMoved() {
    LocalDate day = monday(6);
    Instant start = GUESTS.free("intro", day).getFirst();
    String token = GUESTS.book("intro", start, "cleo@example.com");
    String page = NODE.get("/meeting?token=" + token).text();
    assertTrue(NODE.get(cancelLink(page)).text().contains("Introduction: Ada"));
    NODE.request("POST", cancelLink(page)).expect(200);
    assertTrue(GUESTS.free("intro", day).contains(start));
    String cancelled = NODE.get("/meeting?token=" + token).text();
    assertTrue(cancelled.contains("Meeting cancelled"), cancelled);
    assertTrue(cancelled.contains(">Book a meeting</a>"), cancelled);
    Map<String, String> form = Map.of("start", start.plus(Duration.ofHours(1)).toString());
    GUESTS.send("/book/intro?move=" + token, form, NODE.freshAddress()).expect(404);
    assertEquals(0, GUESTS.events(day).size());
  }

  /** The last short slot of a day must not become a long one that ends after office hours. */
  @Test
  void moveKeepsTheTypeOfAMeeting() {
    LocalDate day = monday(12);
    Instant last = GUESTS.free("intro", day).getLast();
    String path = "/book/review?move=" + GUESTS.book("intro", last, "gus@example.com");
    Map<String, String> form = Map.of("start", last.toString(), "zone", "UTC");
    GUESTS.send(path, form, NODE.freshAddress()).expect(404);
    NODE.get(path).expect(404);
  }

  @Test
  void linkExpiresWithTheMeeting() {
    Instant start = GUESTS.free("intro", monday(7)).getFirst();
    String token = GUESTS.book("intro", start, "dan@example.com");
    NODE.get("/meeting?token=" + token + "x").expect(404);
    NODE.get("/meeting.ics?token=guess").expect(404);
    String cancel = NODE.get("/meeting?token=" + token).text();
    String other = cancel.replaceAll("(?s).*cancel\\?token=([^\"]+)\".*", "$1");
    assertEquals(404, NODE.get("/meeting?token=" + other).status(), "another purpose");
  }

  @Test
  void clockAheadForSecondsLosesNoSlot() {
    LocalDate day = monday(11);
    List<Instant> free = GUESTS.free("intro", day);
    NODE.clock.jump(Duration.ofDays(365));
    assertEquals(free, GUESTS.free("intro", day));
    String token = GUESTS.book("intro", free.getFirst(), "ahead@example.com");
    NODE.get("/meeting?token=" + token).expect(200);
    NODE.clock.jump(Duration.ofDays(-365));
    assertEquals(free.subList(1, free.size()), GUESTS.free("intro", day));
  }

  @Test
  void rejectsFormsOfOtherSites() {
    Instant start = GUESTS.free("intro", monday(8)).getFirst();
    Map<String, String> form = GUESTS.form("intro", start, "fay@example.com");
    NODE.request("POST", "/book/intro")
        .header("Origin", "https://evil.example")
        .body("multipart/form-data; boundary=b", "--b--\r\n")
        .expect(403);
    form.put("email", "no address");
    Client.Reply page = GUESTS.send("/book/intro", form, NODE.freshAddress()).expect(200);
    assertTrue(page.text().contains("Enter a valid email address"), page.text());
    form.put("email", "fay@example.com");
    form.put("start", start.plusSeconds(60).toString());
    assertTrue(
        GUESTS.send("/book/intro", form, NODE.freshAddress()).text().contains("no longer free"),
        "a time that is not offered");
    form.put("start", "2030-02-30T10:00:00Z");
    GUESTS.send("/book/intro", form, NODE.freshAddress()).expect(200);
  }

  @Test
  void limitsTheMeetingsOfAMailbox() {
    LocalDate day = monday(9);
    List<Instant> free = GUESTS.free("intro", day);
    for (int i = 0; i < 5; i++) {
      GUESTS.book("intro", free.get(i), "greedy@example.com");
    }
    Map<String, String> form = GUESTS.form("intro", free.get(5), "greedy@example.com");
    String page = GUESTS.send("/book/intro", form, NODE.freshAddress()).text();
    assertTrue(page.contains("five upcoming meetings"), page);
    assertEquals(5, GUESTS.events(day).size());
  }

  /** Anyone can enter the address of another person, and move the meeting back and forth. */
  @Test
  void limitsTheEmailsToAMailbox() {
    LocalDate day = monday(13);
    List<Instant> free = GUESTS.free("intro", day);
    String path = "/book/intro?move=" + GUESTS.book("intro", free.getFirst(), "vic@example.com");
    for (int i = 1; i < 10; i++) {
      Map<String, String> form = Map.of("start", free.get(i % 2).toString(), "zone", "UTC");
      GUESTS.send(path, form, NODE.freshAddress()).expect(303);
    }
    Map<String, String> form = Map.of("start", free.get(4).toString(), "zone", "UTC");
    String page = GUESTS.send(path, form, NODE.freshAddress()).text();
    assertTrue(page.contains("ten times within an hour"), page);
    Map<String, String> other = GUESTS.form("intro", free.get(5), "vic+tag@example.com");
    page = GUESTS.send("/book/intro", other, NODE.freshAddress()).text();
    assertTrue(page.contains("ten times within an hour"), page);
  }

  @Test
  void onlyConfiguredSitesMayEmbedThePage() {
    Client.Reply page = NODE.get("/book/intro?embed=true");
    String policy = page.header("Content-Security-Policy");
    assertTrue(policy.contains("frame-ancestors " + SITE + ";"), policy);
    assertTrue(policy.contains("script-src 'self'"), policy);
    assertFalse(page.text().contains("<header"), "no header in a frame");
    assertTrue(page.text().contains("embed=true"), "links keep the frame");
    String usual = NODE.get("/book/intro").header("Content-Security-Policy");
    assertTrue(usual.contains("frame-ancestors 'none'"), usual);
    String script =
        page.text().replaceAll("(?s).*<script type=\"module\" src=\"([^\"]+)\".*", "$1");
    assertTrue(NODE.get(script).expect(200).header("Content-Type").startsWith("text/javascript"));
  }

  @Test
  void apiListsBookedMeetings() {
    LocalDate day = monday(10);
    Instant start = GUESTS.free("review", day).getFirst();
    GUESTS.book("review", start, "hal@example.com");
    JsonObject event = GUESTS.events(day).getJsonObject(0);
    assertEquals("<b>Review</b>: Ada", event.getString("title"));
    assertEquals(
        "hal@example.com", event.getJsonArray("attendees").getJsonObject(0).getString("email"));
  }

  @Test
  void informsTheOwnerOfBookings() {
    List<Instant> free = GUESTS.free("review", monday(14));
    String token = GUESTS.book("review", free.getFirst(), "dan@example.com");
    String booked = ownersMail("New booking: <b>Review</b>: Ada");
    assertTrue(booked.contains("(America/New_York)"), booked);
    Map<String, String> form = Map.of("start", free.get(2).toString(), "zone", "UTC");
    GUESTS.send("/book/review?move=" + token, form, NODE.freshAddress());
    ownersMail("Booking moved: <b>Review</b>: Ada");
    String page = NODE.get("/meeting?token=" + token).text();
    NODE.request("POST", cancelLink(page)).send();
    ownersMail("Booking cancelled: <b>Review</b>: Ada");
  }

  private static String ownersMail(String subject) {
    return GUESTS.mails.await(each ->
        each.contains("\nTo: owner@example.org")
            && each.contains("Reply-To: dan@example.com")
            && each.contains("Subject: " + subject));
  }

  @Test
  void guestsWhoLeaveBookWholeMeetingsOrNone() throws Exception {
    LocalDate day = monday(15);
    List<Instant> slots = GUESTS.free("intro", day);
    for (int i = 0; i < slots.size(); i++) {
      String request = request(slots.get(i), "leaving" + i + "@example.com");
      try (var client = new RawClient(NODE.address())) {
        // The last half of the guests leaves after the whole request, the others within it.
        int sent = Math.min(request.length(), request.length() * (2 * i + 1) / slots.size());
        client.send(request.substring(0, sent));
        if (i % 2 == 0) {
          client.reset();
        }
      }
    }
    Waiting.until(
        () -> GUESTS.events(day).size() + GUESTS.free("intro", day).size() == slots.size());
    Instant left = GUESTS.free("intro", day).getFirst();
    GUESTS.book("intro", left, "staying@example.com");
    assertFalse(GUESTS.free("intro", day).contains(left));
  }

  private static String request(Instant start, String email) {
    StringBuilder body = new StringBuilder();
    GUESTS
        .form("intro", start, email)
        .forEach((name, value) ->
            body.append("--b\r\nContent-Disposition: form-data; name=\"")
                .append(name)
                .append("\"\r\n\r\n")
                .append(value)
                .append("\r\n"));
    body.append("--b--\r\n");
    return RawClient.head(
            "POST /book/intro",
            "Content-Type: multipart/form-data; boundary=b",
            "X-Forwarded-For: " + NODE.freshAddress(),
            "Content-Length: " + body.length())
        + body;
  }
}
