package dev.gatehouse.areas.calendar.booking;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestSettings;
import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.areas.calendar.booking.LocalCalendar.Venue;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calendars of two nodes over one document store, and callers that compete for the same times. */
@Tag("slow")
class BookingRaceTest {
  private static final Pages PAGES = Pages.of(TestSettings.of());
  private static final int CALLERS = 50;

  private final TestClock clock = new TestClock();
  private DocumentServer store;
  private final List<Node> nodes = new ArrayList<>();

  /** One node's view of the shared store. */
  private record Node(
      Vertx vertx, Documents documents, Outbox outbox, SlotLocks claims, LocalCalendar calendar) {}

  @BeforeEach
  void start() throws IOException {
    store = DocumentServer.start();
    nodes.add(node(Duration.ZERO));
    nodes.add(node(Duration.ZERO));
  }

  @AfterEach
  void stop() throws Exception {
    nodes.forEach(node -> node.vertx().close().await());
    store.close();
  }

  @Test
  void booksAContestedSlotOnce() throws Exception {
    for (int round = 0; round < 5; round++) {
      TimeSpan slot = at(round * 100, 60);
      assertEquals(1, race(caller -> slot), "round " + round);
      assertEquals(1, nodes.getLast().calendar().events(slot).events().size());
    }
  }

  /** No two successful bookings overlap, and a free time is not rejected. */
  @Test
  void neverBooksOverlappingTimes() throws Exception {
    Random random = new Random(1);
    List<TimeSpan> wanted = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      wanted.add(at(random.nextInt(600), 15 + random.nextInt(90)));
    }
    int booked = race(wanted::get);
    List<CalendarEvent> events = nodes.getFirst().calendar().events(at(-1, 10_000)).events();
    assertFilled(booked, events, wanted);
  }

  /** Asserts that no two bookings overlap, and that no wanted time is free. */
  private static void assertFilled(int booked, List<CalendarEvent> events, List<TimeSpan> wanted) {
    assertEquals(booked, events.size());
    for (int i = 1; i < events.size(); i++) {
      assertFalse(
          events.get(i).times().start().isBefore(events.get(i - 1).times().end()),
          "overlap at " + i);
    }
    for (TimeSpan span : wanted) {
      assertTrue(events.stream().anyMatch(event -> span(event).overlaps(span)), "refused " + span);
    }
  }

  @Test
  void freesCancelledTimeAndKeepsBuffer() {
    Node careful = node(Duration.ofMinutes(15));
    nodes.add(careful);
    String id = book(careful.calendar(), meeting(at(0, 60))).event().id();
    assertTaken(careful, at(70, 60));
    assertTaken(careful, at(-70, 60));
    book(careful.calendar(), meeting(at(75, 60)));
    assertTrue(careful.calendar().cancel(id));
    assertFalse(nodes.getFirst().calendar().cancel(id));
    book(nodes.getFirst().calendar(), meeting(at(0, 60)));
  }

  /**
   * Spans of up to five days. A booking is not rejected because of another booking that fails as
   * well.
   */
  @Test
  void neverBooksOverlappingMultiDayTimes() throws Exception {
    for (int round = 0; round < 4; round++) {
      Random random = new Random(round);
      int from = round * 100_000;
      List<TimeSpan> wanted = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        wanted.add(at(from + random.nextInt(20_000), 15 + random.nextInt(i % 5 == 0 ? 7_000 : 90)));
      }
      int booked = race(wanted::get);
      assertFilled(
          booked, nodes.getFirst().calendar().events(at(from - 1, 40_000)).events(), wanted);
    }
  }

  /** The owner restores a cancelled meeting, in most rounds while guests book its time. */
  @Test
  void restoresOrBooksATimeOnce() throws Exception {
    for (int round = 0; round < 20; round++) {
      TimeSpan slot = at(round * 5_000, round % 2 == 0 ? 60 : 3_000);
      String id = book(nodes.getFirst().calendar(), meeting(slot)).event().id();
      nodes.getLast().calendar().cancel(id);
      var booked = new AtomicInteger();
      var restored = new AtomicBoolean();
      try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 6; i++) {
          LocalCalendar calendar = nodes.get(i % 2).calendar();
          boolean restores = round % 4 == 3 || i / 2 == round % 3;
          callers.submit(() -> {
            if (restores) {
              calendar.restore(id);
              restored.set(true);
            } else {
              book(calendar, meeting(slot));
              booked.incrementAndGet();
            }
            return null;
          });
        }
      }
      List<CalendarEvent> events = nodes.getFirst().calendar().events(slot).events();
      assertEquals(1, events.size(), "round " + round);
      assertEquals(restored.get() ? 0 : 1, booked.get(), "round " + round);
      assertEquals(restored.get(), events.getFirst().id().equals(id));
    }
  }

  private static TimeSpan span(CalendarEvent event) {
    return new TimeSpan(event.times().start(), event.times().end());
  }

  /**
   * A node stops after the first, the second or the last claim of three days, or after the
   * confirmation.
   */
  @Test
  void completesOrDropsBookingOfACrashedNode() {
    Node node = nodes.getFirst();
    var events = node.documents().collection("calendarEvents", LocalEvent.class);
    TimeSpan days = at(0, 3 * 24 * 60);
    for (int claimed = 0; claimed <= days.days().size() + 1; claimed++) {
      String id = Integer.toString(claimed).repeat(24);
      boolean whole = claimed >= days.days().size();
      boolean confirmed = claimed > days.days().size();
      String status = confirmed ? LocalEvent.CONFIRMED : LocalEvent.PENDING;
      events.insert(event(id, days, status));
      TimeSpan part = new TimeSpan(days.start(), days.start().plus(Duration.ofDays(claimed)));
      if (claimed > 0) {
        TimeSpan held = whole ? days : part.days().size() > claimed ? shorter(part) : part;
        var claim = SlotLocks.Claim.of(id, days, SlotLocks.FOR_GOOD);
        assertTrue(node.claims().claim(claim, held, clock.instant()).isEmpty());
      }
      assertEquals(
          confirmed ? 1 : 0, node.calendar().events(days).events().size(), "claimed " + claimed);

      clock.advance(Duration.ofMinutes(3));
      nodes.getLast().calendar().repair();
      assertEquals(
          whole ? 1 : 0, node.calendar().events(days).events().size(), "claimed " + claimed);
      assertEquals(whole, node.calendar().find(id).isPresent());
      assertEquals(
          whole ? 1 : 0,
          node.outbox().list(State.WAITING, 10).size(),
          "invitations after " + claimed);
      if (whole) {
        assertTaken(nodes.getLast(), days);
        assertTrue(node.calendar().cancel(id));
      }
      assertEquals(List.of(), node.calendar().busy(days), "claimed " + claimed);
    }
  }

  private static TimeSpan shorter(TimeSpan span) {
    return new TimeSpan(span.start(), span.end().minus(Duration.ofDays(1)));
  }

  /** A client can book the time of an incomplete booking before the repair runs. */
  @Test
  void ignoresStaleClaimsOfACrashedNode() {
    Node node = nodes.getFirst();
    var events = node.documents().collection("calendarEvents", LocalEvent.class);
    TimeSpan days = at(0, 3 * 24 * 60);
    var claim = SlotLocks.Claim.of("f".repeat(24), days, SlotLocks.FOR_GOOD);
    events.insert(event("f".repeat(24), days, LocalEvent.PENDING));
    node.claims().claim(claim, at(0, 60), clock.instant());
    // The time may become free, so it is not reported as booked.
    ApiError busy =
        assertThrows(ApiException.class, () -> book(node.calendar(), meeting(at(0, 60)))).failure();
    assertEquals(ErrorCode.BOOKING_TIMEOUT, busy.code());
    assertEquals(1, events.count(new JsonObject()), "the event of the refused booking is removed");
    clock.advance(Duration.ofMinutes(3));
    book(node.calendar(), meeting(at(0, 60)));

    var lost = SlotLocks.Claim.of("e".repeat(24), at(120, 60), SlotLocks.FOR_GOOD);
    node.claims().claim(lost, at(120, 60), clock.instant());
    book(node.calendar(), meeting(at(120, 60)));

    events.insert(event("d".repeat(24), at(240, 60), LocalEvent.CANCELLED));
    var cancelled = SlotLocks.Claim.of("d".repeat(24), at(240, 60), SlotLocks.FOR_GOOD);
    node.claims().claim(cancelled, at(240, 60), clock.instant());
    book(node.calendar(), meeting(at(240, 60)));
    assertEquals(3, node.calendar().events(at(0, 1000)).events().size());
  }

  /** The event's node failed between the claim and the confirmation. */
  @Test
  void listsEventBecauseOfWhichABookingIsRejected() {
    Node node = nodes.getFirst();
    var events = node.documents().collection("calendarEvents", LocalEvent.class);
    String id = "b".repeat(24);
    events.insert(event(id, at(0, 60), LocalEvent.PENDING));
    var claim = SlotLocks.Claim.of(id, at(0, 60), SlotLocks.FOR_GOOD);
    node.claims().claim(claim, at(0, 60), clock.instant());
    assertTaken(nodes.getLast(), at(30, 60));
    assertEquals(1, node.calendar().events(at(0, 60)).events().size());
    clock.advance(Duration.ofMinutes(3));
    nodes.getLast().calendar().repair();
    assertEquals(1, node.outbox().list(State.WAITING, 10).size());
  }

  /** A booking by a node whose clock was a year ahead is repaired like any other. */
  @Test
  void removesPendingEventCreatedByAFastClock() {
    Node node = nodes.getFirst();
    var events = node.documents().collection("calendarEvents", LocalEvent.class);
    clock.jump(Duration.ofDays(365));
    events.insert(event("c".repeat(24), at(0, 60), LocalEvent.PENDING));
    clock.jump(Duration.ofDays(-365));
    node.calendar().repair();
    assertTrue(events.find("c".repeat(24)).isEmpty());
  }

  /** An invitation that was not sent yet is withdrawn, so the guest gets no email at all. */
  @Test
  void discardsPendingInvitationOnCancel() {
    Node node = nodes.getFirst();
    String id = book(node.calendar(), meeting(at(0, 60))).event().id();
    assertEquals(1, node.outbox().list(State.WAITING, 10).size());
    assertTrue(node.calendar().cancel(id));
    assertEquals(0, node.outbox().list(State.WAITING, 10).size());
  }

  @Test
  void deletesClaimsOfPastDays() {
    Node node = nodes.getFirst();
    book(node.calendar(), meeting(at(0, 60)));
    book(node.calendar(), meeting(at(24 * 60 * 30, 60)));
    clock.set(at(0, 60).end().plus(Duration.ofDays(4)));
    node.calendar().repair();
    assertEquals(List.of(), node.claims().overlapping(at(-60, 600), Instant.EPOCH));
    assertEquals(1, node.calendar().busy(at(24 * 60 * 30, 60)).size());
    assertEquals(1, node.calendar().events(at(0, 60)).events().size(), "the past is still shown");
  }

  /** A reservation for a provider's booking expires if its node fails. */
  @Test
  void expiresReservations() {
    SlotLocks claims = nodes.getFirst().claims();
    Instant now = clock.instant();
    TimeSpan span = at(0, 60);
    assertTrue(reserved(claims, "x", span, now, now.plusSeconds(60)));
    assertFalse(reserved(claims, "y", span, now.plusSeconds(59), now.plusSeconds(99)));
    assertTrue(reserved(claims, "z", span, now.plusSeconds(61), now.plusSeconds(120)));
  }

  private static boolean reserved(
      SlotLocks claims, String id, TimeSpan span, Instant now, Instant until) {
    return claims.claim(SlotLocks.Claim.of(id, span, until), span, now).isEmpty();
  }

  /**
   * Runs all callers concurrently, half of them on each node. Returns the number of successful
   * bookings.
   */
  private int race(IntFunction<TimeSpan> wish) throws Exception {
    List<Integer> statuses =
        Concurrently.times(CALLERS, caller -> status(nodes.get(caller % 2), wish.apply(caller)));
    assertTrue(List.of(201, 409).containsAll(statuses), statuses::toString);
    return Collections.frequency(statuses, 201);
  }

  private static int status(Node node, TimeSpan span) {
    try {
      book(node.calendar(), meeting(span));
      return 201;
    } catch (ApiException e) {
      // A booking waits at most two seconds for another one of its time.
      return e.failure().status() == 503 ? status(node, span) : e.failure().status();
    }
  }

  private static void assertTaken(Node node, TimeSpan span) {
    assertEquals(409, status(node, span));
  }

  private Node node(Duration buffer) {
    Vertx vertx = Vertx.vertx();
    var documents = TestDocuments.at(vertx, store.url());
    var claims = new SlotLocks(documents);
    var outbox = new Outbox(documents, clock.trusted());
    LocalCalendar calendar = calendar(documents, claims, outbox, hours(buffer), clock);
    documents.createIndexes();
    return new Node(vertx, documents, outbox, claims, calendar);
  }

  static LocalCalendar calendar(
      Documents documents, SlotLocks claims, Outbox outbox, OfficeHours hours, TestClock clock) {
    var mails = new BookingMails(PAGES, "owner@example.org", ZoneId.of("America/New_York"));
    var mail = new GuestMail(mails, outbox, clock);
    var links = new GuestLinks(new SignedLinks("secret", clock));
    var venue = new Venue(hours, "");
    return new LocalCalendar(documents, claims, mail, venue, links, clock.trusted());
  }

  static OfficeHours hours(Duration buffer) {
    return new OfficeHours(
        ZoneId.of("America/New_York"),
        EnumSet.allOf(DayOfWeek.class),
        LocalTime.of(9, 0),
        LocalTime.of(18, 0),
        buffer,
        Duration.ZERO,
        Duration.ZERO);
  }

  private static TimeSpan at(int minute, int length) {
    Instant start = Instant.parse("2030-01-07T14:00:00Z").plusSeconds(60L * minute);
    return new TimeSpan(start, start.plusSeconds(60L * length));
  }

  private static Meeting meeting(TimeSpan span) {
    return new Meeting("Call", "", span, ZoneOffset.UTC, "guest@example.org", true);
  }

  private LocalEvent event(String id, TimeSpan span, String status) {
    return new LocalEvent(
        id,
        LocalEvent.Agreement.of(meeting(span)),
        new LocalEvent.Links(null, ""),
        new LocalEvent.Progress(status, true, clock.instant(), 0),
        LocalEvent.Moves.NONE);
  }

  private static CalendarProvider.Booked book(LocalCalendar calendar, Meeting meeting) {
    return calendar.book(BookingRequest.of(calendar.newId(), meeting, ""));
  }
}
