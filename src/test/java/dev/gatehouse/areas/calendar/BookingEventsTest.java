package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Emails to the owner about bookings, and guests who leave while they book. */
class BookingEventsTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("OWNER_EMAIL", "owner@example.org")
          .with("CALENDAR_EVENT_TYPES", "intro | 30m | Introduction; review | 60m | <b>Review</b>");

  private static final Guests GUESTS = new Guests(NODE);
  private static final LocalDate DAY =
      LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC)
          .with(TemporalAdjusters.next(DayOfWeek.MONDAY))
          .plusWeeks(1);

  @Test
  void informsTheOwnerOfBookings() {
    List<Instant> free = GUESTS.free("review", DAY.plusDays(1));
    String token = GUESTS.book("review", free.getFirst(), "dan@example.com");
    String booked = ownersMail("New booking: <b>Review</b>: Ada");
    assertTrue(booked.contains("(America/New_York)"), booked);
    Map<String, String> form = Map.of("start", free.get(2).toString(), "zone", "UTC");
    GUESTS.send("/book/review?move=" + token, form, NODE.freshAddress());
    ownersMail("Booking moved: <b>Review</b>: Ada");
    String page = NODE.get("/meeting?token=" + token).text();
    NODE.request("POST", BookPageTest.cancelLink(page)).send();
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
    List<Instant> slots = GUESTS.free("intro", DAY);
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
        () -> GUESTS.events(DAY).size() + GUESTS.free("intro", DAY).size() == slots.size());
    Instant left = GUESTS.free("intro", DAY).getFirst();
    GUESTS.book("intro", left, "staying@example.com");
    assertFalse(GUESTS.free("intro", DAY).contains(left));
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
