package dev.gatehouse.areas.calendar.google;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.calendar.Guests;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guests who book, move and cancel a meeting in the calendar of a simulated provider. */
@Tag("slow")
class GoogleGuestsTest {
  private static final GoogleSimulator GOOGLE = new GoogleSimulator();

  @RegisterExtension
  static final TestNode NODE =
      GOOGLE.node().behindProxy().with("CALENDAR_EVENT_TYPES", "intro | 30m | Introduction");

  private static final Guests GUESTS = new Guests(NODE);

  private GoogleEvents events;
  private LocalDate day;

  /** Each test uses another day, and no reservations of earlier ones remain. */
  @BeforeEach
  void empty() {
    GOOGLE.reset();
    events = GOOGLE.store();
    NODE.clock.advance(Duration.ofHours(25));
    LocalDate today = NODE.clock.instant().atZone(ZoneOffset.UTC).toLocalDate();
    day = today.with(TemporalAdjusters.next(DayOfWeek.TUESDAY));
  }

  private static Client.Reply move(String token, Instant start) {
    Map<String, String> form = Map.of("start", start.toString(), "zone", "Europe/Paris");
    return GUESTS.send("/book/intro?move=" + token, form, NODE.freshAddress());
  }

  private static String page(String token) {
    return NODE.get("/meeting?token=" + token).expect(200).text();
  }

  private static String file(String token) {
    return NODE.get("/meeting.ics?token=" + token).expect(200).text();
  }

  private static String cancelLink(String page) {
    return page.replaceAll("(?s).*href=\"(/api/proxy/calendar/cancel[^\"]+)\".*", "$1");
  }

  private Instant start() {
    return Instant.parse(GoogleEvents.utc(events.only(), "start"));
  }

  @Test
  void movesMeetingWithItsInvitation() {
    List<Instant> free = GUESTS.free("intro", day);
    String token = GUESTS.book("intro", free.getFirst(), "ada@example.com");
    assertEquals("intro", properties().getString("gatehouseType"));
    String page = page(token);
    assertTrue(page.contains("Introduction: Ada"), page);
    assertTrue(page.contains("(Europe/Paris)"), page);
    assertTrue(page.contains("/book/intro?zone=Europe%2FParis&amp;move=" + token), page);
    String before = file(token);
    assertTrue(before.contains("UID:" + events.only().getString("id") + "@google.com"), before);
    String moved = Guests.token(move(token, free.get(5)));
    assertEquals(free.get(5), start());
    GoogleSimulator.Request patch = GOOGLE.requests("patch").getFirst();
    assertEquals("\"1\"", patch.match());
    assertTrue(patch.query().contains("sendUpdates=all"), patch.query());
    assertTrue(file(moved).contains("SEQUENCE:1"), file(moved));
    assertTrue(file(token).contains("SEQUENCE:1"), "the first link leads to the same meeting");
    assertTrue(GUESTS.free("intro", day).contains(free.getFirst()), "its former time is free");
    assertFalse(GUESTS.free("intro", day).contains(free.get(5)));
    move(token, free.get(5)).expect(303);
    assertEquals(1, GOOGLE.requests("patch").size(), "a repeated form changes nothing");
    assertEquals(List.of(), mails("ada@example.com"), "the provider sends the emails");
  }

  private JsonObject properties() {
    return events.only().getJsonObject("extendedProperties").getJsonObject("private");
  }

  private static List<String> mails(String guest) {
    return GUESTS.mails.all().stream().filter(mail -> mail.contains("\nTo: " + guest)).toList();
  }

  @Test
  void oneOfSeveralConcurrentMovesCounts() throws Exception {
    List<Instant> free = GUESTS.free("intro", day);
    String token = GUESTS.book("intro", free.getFirst(), "eve@example.com");
    List<Callable<Client.Reply>> moves = new ArrayList<>();
    for (int i = 4; i < 9; i++) {
      Instant start = free.get(i);
      moves.add(() -> move(token, start));
      moves.add(() -> move(token, start));
    }
    int done = 0;
    for (Client.Reply reply : Concurrently.all(moves)) {
      done += reply.status() == 303 ? 1 : 0;
      assertTrue(reply.status() < 500, reply.text());
    }
    assertTrue(done > 0 && done < moves.size(), done + " moves");
    assertTrue(page(token).contains("Introduction: Ada"));
    assertFalse(GUESTS.free("intro", day).contains(start()));
    assertTrue(GUESTS.free("intro", day).contains(free.getFirst()));
  }

  /** The third attempt is the last one of a request. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void lostReplyToMoveIsNoSecondMove(int losses) {
    events.rejectGuests();
    List<Instant> free = GUESTS.free("intro", day);
    String guest = "lost" + losses + "@example.com";
    String token = GUESTS.book("intro", free.getFirst(), guest);
    events.loseReplies("patch", losses);
    Client.Reply first = move(token, free.get(3));
    assertEquals(losses == 1 ? 303 : 502, first.status(), first.text());
    assertEquals(free.get(3), start());
    move(token, free.get(3)).expect(303);
    move(token, free.get(3)).expect(303);
    assertEquals(1, events.only().getInteger("sequence"));
    GUESTS.mails.await(mail -> mail.contains("\nTo: " + guest) && mail.contains("Moved: "));
    assertEquals(2, mails(guest).size(), "an invitation and one change");
  }

  @Test
  void emailsGuestWhomProviderMayNotInvite() throws Exception {
    events.rejectGuests();
    List<Instant> free = GUESTS.free("intro", day);
    GUESTS.book("intro", free.getFirst(), "bob@example.com");
    assertTrue(events.only().getString("description").contains("Guest: bob@example.com"));
    String invitation = GUESTS.mails.await(mail -> mail.contains("\nTo: bob@example.com"));
    String link = invitation.replaceAll("(?s).*meeting: (http\\S+).*", "$1");
    String token = link.substring(link.indexOf("token=") + "token=".length());
    assertFalse(file(token).contains("Guest:"), "the guest's own note has no such line");
    Guests.token(move(token, free.get(4)));
    await("bob@example.com", "Subject: Moved: ");
    String moved = calendar("bob@example.com", "Subject: Moved: ");
    assertTrue(moved.contains("SEQUENCE:1"), moved);
    String page = page(token);
    NODE.request("POST", cancelLink(page)).expect(200);
    await("bob@example.com", "Subject: Cancelled: ");
    String cancelled = calendar("bob@example.com", "Subject: Cancelled: ");
    assertTrue(cancelled.contains("SEQUENCE:2"), cancelled);
    String uid = moved.replaceAll("(?s).*\nUID:(\\S+).*", "$1");
    assertTrue(cancelled.contains("UID:" + uid), cancelled);
    assertTrue(calendar("bob@example.com", "Subject: Invitation: ").contains("UID:" + uid), uid);
    assertTrue(page(token).contains("Meeting cancelled"));
    move(token, free.get(5)).expect(404);
    NODE.get("/meeting.ics?token=" + token).expect(404);
  }

  /** Returns the calendar object of an email. */
  private static String calendar(String guest, String subject) {
    return GUESTS.mails.raw().stream()
        .filter(mail -> mail.contains("\nTo: " + guest) && mail.contains(subject))
        .map(mail -> Mails.calendar(mail).replace("\r\n", "\n"))
        .findFirst()
        .orElseThrow();
  }

  private static String await(String guest, String subject) {
    return GUESTS.mails.await(mail -> mail.contains("\nTo: " + guest) && mail.contains(subject));
  }

  @Test
  void takenTimeLeadsBackToTheMonth() {
    List<Instant> free = GUESTS.free("intro", day);
    String token = GUESTS.book("intro", free.getFirst(), "dan@example.com");
    GUESTS.book("intro", free.get(2), "other@example.com");
    Client.Reply taken = move(token, free.get(2)).expect(200);
    assertTrue(taken.text().contains("This time is no longer free"), taken.text());
    assertEquals(free.getFirst(), start());
    assertEquals(0, GOOGLE.requests("patch").size());
  }

  @Test
  void clockAheadForSecondsReservesNothingForLong() {
    List<Instant> free = GUESTS.free("intro", day);
    NODE.clock.jump(Duration.ofDays(365));
    String token = GUESTS.book("intro", free.getFirst(), "fay@example.com");
    NODE.clock.jump(Duration.ofDays(-365));
    NODE.request("POST", cancelLink(page(token))).expect(200);
    NODE.clock.advance(Duration.ofMinutes(4));
    GUESTS.book("intro", free.getFirst(), "gus@example.com");
  }

  /** The owner may change the event in the provider's pages at any time. */
  @Test
  void followsChangesOfTheOwner() {
    List<Instant> free = GUESTS.free("intro", day);
    String token = GUESTS.book("intro", free.getFirst(), "cat@example.com");
    String id = events.only().getString("id");
    events.change(id, JsonObject.of("summary", "<b>Call</b>"));
    assertTrue(page(token).contains("&lt;b&gt;Call"), page(token));
    Guests.token(move(token, free.get(1)));
    assertEquals("<b>Call</b>", events.only().getString("summary"));
    events.only().remove("extendedProperties");
    assertFalse(page(token).contains("move="), "the type of an earlier release is unknown");
    events.change(id, JsonObject.of("start", JsonObject.of("date", day.toString())));
    NODE.get("/meeting?token=" + token).expect(200);
    NODE.get("/meeting?token=" + token + "x").expect(404);
  }

  /** The owner may replace the local calendar while guests have links to its meetings. */
  @Test
  void explainsWhyFormerMeetingCannotMove() throws IOException {
    NODE.with("CALENDAR_PROVIDER", "local").restart();
    Instant start = GUESTS.free("intro", day).getFirst();
    String token = GUESTS.book("intro", start, "hal@example.com");
    NODE.with("CALENDAR_PROVIDER", "google").restart();
    assertTrue(page(token).contains("Book a new meeting first"), page(token));
    assertFalse(page(token).contains("move="), "offers nothing that fails");
    Client.Reply earlier = NODE.get("/book/intro?move=" + token);
    assertTrue(earlier.text().contains("Book a new meeting first"), earlier.text());
    assertFalse(earlier.text().contains("move="), "offers a new meeting only");
    Instant other = GUESTS.free("intro", day).get(3);
    assertTrue(page(Guests.token(move(token, other))).contains("Introduction: Ada"));
    NODE.request("POST", cancelLink(page(token))).expect(200);
    assertTrue(page(token).contains("Meeting cancelled"));
  }
}
