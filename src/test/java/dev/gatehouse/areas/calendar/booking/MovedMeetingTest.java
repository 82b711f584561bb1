package dev.gatehouse.areas.calendar.booking;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Meetings in the store: many of them, and moves whose node failed, was slow, or lost. */
class MovedMeetingTest {
  private static final Instant FIRST = Instant.parse("2030-01-07T14:00:00Z");

  private static final OfficeHours HOURS = BookingRaceTest.hours(Duration.ZERO);

  @TempDir private Path folder;

  /** Subjects of the emails after a move, to the guest and to the owner. */
  private static final List<String> MOVED =
      List.of("New booking: Call", "Moved: Call", "Invitation: Call", "Booking moved: Call");

  private final TestClock clock = TestClock.stoppedAt(FIRST.minus(Duration.ofDays(3)));
  @AutoClose private EmbeddedStore store;
  private EventRepository events;
  private SlotLocks locks;
  private Outbox outbox;
  private DocumentCollection<OutboxEntry> emails;
  private DocumentCollection<LocalEvent> raw;
  private LocalCalendar calendar;

  @BeforeEach
  void open() {
    store = EmbeddedStore.open(folder, false);
    var documents = new Documents(store.documents(), new Random(1));
    raw = documents.collection(EventRepository.COLLECTION, LocalEvent.class);
    events = new EventRepository(documents, clock);
    locks = new SlotLocks(documents);
    outbox = new Outbox(documents, clock.trusted());
    emails = documents.collection("outbox", OutboxEntry.class);
    calendar = BookingRaceTest.calendar(documents, locks, outbox, HOURS, clock);
    documents.createIndexes();
  }

  /** The result is rejected instead of truncated. */
  @Test
  void rejectsRangesWithTooManyEvents() {
    Instant last = FIRST.plus(Duration.ofHours(CalendarProvider.MAX_EVENTS));
    for (Instant start = FIRST; !start.isAfter(last); start = start.plus(Duration.ofHours(1))) {
      TimeSpan hour = new TimeSpan(start, start.plus(Duration.ofHours(1)));
      events.add(event(LocalEvent.Agreement.of(meeting(hour)), LocalEvent.Moves.NONE));
    }
    TimeSpan most = new TimeSpan(FIRST, last);
    assertEquals(CalendarProvider.MAX_EVENTS, events.within(most).size());
    TimeSpan all = new TimeSpan(FIRST, last.plus(Duration.ofHours(1)));
    ApiException refused = assertThrows(ApiException.class, () -> events.within(all));
    assertEquals(400, refused.failure().status());
  }

  @Test
  void countsForItsCodeUntilItsNewEnd() {
    var places = new OpenBookings(new Documents(store.documents(), new Random(2)), clock);
    places.take("code", "event", FIRST, 1);
    places.moved("event", "moved", FIRST.plusSeconds(60));
    clock.advance(Duration.between(clock.instant(), FIRST.plusSeconds(30)));
    assertTrue(places.take("code", "another", FIRST.plusSeconds(90), 1).isEmpty());
    clock.advance(Duration.ofSeconds(31));
    assertTrue(places.take("code", "another", FIRST.plusSeconds(95), 1).isPresent());
  }

  private LocalEvent event(LocalEvent.Agreement agreement, LocalEvent.Moves moves) {
    return new LocalEvent(
        calendar.newId(),
        agreement,
        new LocalEvent.Links(null, "https://a.example/meeting"),
        new LocalEvent.Progress(LocalEvent.CONFIRMED, true, clock.instant(), 0),
        moves);
  }

  @Test
  void repairCompletesTheMoveOfAFailedNode() {
    LocalEvent former = booked();
    LocalEvent begun = begun(former, 60);
    clock.advance(Duration.ofMinutes(3));
    calendar.repair();
    assertEquals(begun.id(), calendar.find(former.id()).orElseThrow().id());
    assertEquals(List.of(begun.time()), calendar.busy(day()));
    assertEquals(MOVED, subjects());
  }

  @Test
  void repairWithdrawsAMoveThatLost() {
    LocalEvent former = booked();
    LocalEvent begun = begun(former, 60);
    move(former, 120);
    clock.advance(Duration.ofMinutes(3));
    calendar.repair();
    assertTrue(events.find(begun.id()).orElseThrow().cancelled());
    assertEquals(List.of(span(120)), calendar.busy(day()));
    assertEquals(MOVED, subjects());
  }

  @Test
  void movesByLessThanItsLength() {
    LocalEvent former = booked();
    move(former, 10);
    assertEquals(List.of(span(10)), calendar.busy(day()));
    calendar.book(BookingRequest.of(calendar.newId(), meeting(span(40)), "https://a.example"));
    LocalEvent moved = calendar.find(former.id()).orElseThrow();
    ApiException refused = assertThrows(ApiException.class, () -> move(moved, 20));
    assertEquals(ErrorCode.SLOT_TAKEN, refused.failure().code());
    assertEquals(span(10), calendar.find(former.id()).orElseThrow().time());
    assertEquals(2, calendar.busy(day()).size());
  }

  @Test
  void cancelledMeetingCannotBeMoved() {
    LocalEvent former = booked();
    calendar.cancel(former.id());
    ApiException refused = assertThrows(ApiException.class, () -> move(former, 60));
    assertEquals(ErrorCode.EVENT_NOT_FOUND, refused.failure().code());
    assertEquals(List.of(), calendar.busy(day()));
    assertEquals(List.of(), subjects(), "its invitation was withdrawn, and no move is announced");
  }

  @Test
  void linkFollowsSeveralMoves() {
    LocalEvent first = booked();
    move(first, 60);
    LocalEvent second = calendar.find(first.id()).orElseThrow();
    move(second, 0);
    LocalEvent third = calendar.find(first.id()).orElseThrow();
    assertEquals(span(0), third.time());
    assertEquals(first.id(), third.revision().uid());
    assertEquals(2, third.moves().sequence());
    assertTrue(calendar.cancel(third.id()));
    assertEquals(List.of(), calendar.busy(day()));
  }

  /** Both nodes got the same request, and a move to another time was faster than the first. */
  @Test
  void equalRequestsOfALostMoveFail() {
    LocalEvent former = booked();
    LocalEvent lost = begun(former, 60);
    move(former, 120);
    calendar.cancel(lost.id());
    var request = new BookingRequest(lost.id(), meeting(span(60)), "https://a.example", "intro");
    ApiException refused =
        assertThrows(ApiException.class, () -> calendar.move(former.id(), request));
    assertEquals(ErrorCode.EVENT_NOT_FOUND, refused.failure().code());
  }

  /** The email about the first time contains a link, too. */
  @Test
  void formerLinkCancelsTheMovedMeeting() {
    LocalEvent former = booked();
    move(former, 60);
    LocalEvent moved = calendar.find(former.id()).orElseThrow();
    var calendars = new GuestCalendars(calendar, calendar, clock);
    assertEquals(moved.id(), calendars.cancel(former.id()));
    assertEquals(List.of(), calendar.busy(day()));
    assertEquals(moved.id(), calendars.cancel(former.id()), "a repeated request");
  }

  @Test
  void meetingThatWasMovedBackEnds() {
    LocalEvent former = booked();
    move(former, -120);
    var calendars = new GuestCalendars(calendar, calendar, clock);
    assertEquals(span(-120), calendars.meeting(former.id()).orElseThrow().meeting().span());
    clock.advance(Duration.ofDays(3).minusMinutes(60));
    assertThrows(ApiException.class, () -> calendars.meeting(former.id()));
    assertThrows(ApiException.class, () -> calendars.cancel(former.id()));
  }

  /** Nothing has released the former time when the next change follows. */
  @Test
  void nextChangeReleasesTimeOfAFailedMove() {
    LocalEvent former = booked();
    LocalEvent second = begun(former, 60);
    events.replace(former.id(), second.id());
    move(second, 120);
    clock.advance(Duration.ofMinutes(3));
    calendar.repair();
    assertEquals(List.of(span(120)), calendar.busy(day()));
    LocalEvent third = calendar.find(former.id()).orElseThrow();
    LocalEvent last = begun(third, 180);
    events.replace(third.id(), last.id());
    calendar.cancel(last.id());
    assertEquals(List.of(), calendar.busy(day()));
  }

  @Test
  void withdrawsAllEmailsOfACancelledMeeting() {
    LocalEvent former = booked();
    move(former, 60);
    calendar.cancel(calendar.find(former.id()).orElseThrow().id());
    assertEquals(List.of(), subjects());
  }

  /** The mail server may be away between the move and the cancellation. */
  @Test
  void announcesCancellationOfAnUnannouncedMove() {
    LocalEvent former = booked();
    sendEmails();
    move(former, 60);
    calendar.cancel(calendar.find(former.id()).orElseThrow().id());
    assertEquals(List.of("Cancelled: Call", "Booking cancelled: Call"), subjects());
  }

  /** The node of the booking failed before it completed the booking. */
  @Test
  void repairAnnouncesNoCancellationOfAMovedEvent() {
    LocalEvent former = booked();
    events.change(former.id(), LocalEvent.CONFIRMED, LocalEvent.CONFIRMED, true);
    sendEmails();
    move(former, 60);
    clock.advance(Duration.ofMinutes(3));
    calendar.repair();
    assertEquals(List.of("Moved: Call", "Booking moved: Call"), subjects());
    assertEquals(List.of(), events.open());
  }

  /** The link, the ID and the UID remain. Calendars of guests need higher sequence numbers. */
  @Test
  void restoresCancelledMeeting() {
    LocalEvent booked = booked();
    sendEmails();
    calendar.cancel(booked.id());
    sendEmails();
    calendar.restore(booked.id());
    calendar.restore(booked.id());
    LocalEvent restored = events.find(booked.id()).orElseThrow();
    assertEquals(booked.links(), restored.links());
    assertEquals(booked.forGuest().meeting(), restored.forGuest().meeting());
    assertEquals(booked.moves().uid(), restored.moves().uid());
    assertEquals(2, restored.moves().sequence());
    assertEquals(List.of(restored.time()), calendar.busy(day()));
    assertEquals(List.of("New booking: Call", "Invitation: Call"), subjects());
    sendEmails();
    move(restored, 60);
    assertEquals(List.of("Moved: Call", "Booking moved: Call"), subjects());
    assertEquals(3, calendar.find(booked.id()).orElseThrow().moves().sequence());
    assertThrows(ApiException.class, () -> calendar.restore(booked.id()));
    assertEquals(List.of(span(60)), calendar.busy(day()));
  }

  @Test
  void cancelsRestoredMeetingAgain() {
    LocalEvent booked = booked();
    for (int round = 1; round < 4; round++) {
      sendEmails();
      calendar.cancel(booked.id());
      assertEquals(List.of("Cancelled: Call", "Booking cancelled: Call"), subjects());
      assertEquals(List.of(), calendar.busy(day()));
      sendEmails();
      calendar.restore(booked.id());
      assertEquals(2 * round, events.find(booked.id()).orElseThrow().moves().sequence());
    }
    assertEquals(List.of(span(0)), calendar.busy(day()));
  }

  /** The guest of a past meeting gets no email. */
  @Test
  void restoresPastMeeting() {
    LocalEvent booked = booked();
    sendEmails();
    clock.advance(Duration.ofDays(5));
    calendar.cancel(booked.id());
    sendEmails();
    calendar.restore(booked.id());
    assertTrue(events.find(booked.id()).orElseThrow().confirmed());
    assertEquals(List.of(), subjects());
  }

  /** The node failed before or after it had claimed the time. */
  @Test
  void repairCompletesOrUndoesRestore() {
    LocalEvent booked = booked();
    for (boolean claimed : List.of(false, true)) {
      calendar.cancel(booked.id());
      LocalEvent cancelled = events.find(booked.id()).orElseThrow();
      LocalEvent pending = events.restore(cancelled).orElseThrow();
      assertTrue(events.restore(cancelled).isEmpty(), "only one caller restores it");
      if (claimed) {
        var claim = SlotLocks.Claim.of(pending.claimId(), pending.time(), SlotLocks.FOR_GOOD);
        locks.claim(claim, pending.time(), clock.instant());
      }
      clock.advance(Duration.ofMinutes(3));
      calendar.repair();
      assertEquals(claimed, events.find(booked.id()).orElseThrow().confirmed());
      assertEquals(claimed ? List.of(span(0)) : List.of(), calendar.busy(day()));
      assertEquals(
          claimed ? List.of("New booking: Call", "Invitation: Call") : List.of(), subjects());
    }
    // The node of the cancellation was slow, and releases the claim that it knows.
    locks.release(booked.claimId(), day());
    assertEquals(List.of(span(0)), calendar.busy(day()));
  }

  /** The node failed after it had claimed the first of two days. */
  @Test
  void bookingTakesTheTimeOfAnAbandonedRestore() {
    TimeSpan night = new TimeSpan(FIRST, FIRST.plus(Duration.ofHours(14)));
    String id = calendar.newId();
    calendar.book(new BookingRequest(id, meeting(night), "https://a.example", "intro"));
    calendar.cancel(id);
    LocalEvent pending = events.restore(events.find(id).orElseThrow()).orElseThrow();
    locks.claim(
        SlotLocks.Claim.of(pending.claimId(), night, SlotLocks.FOR_GOOD), span(0), clock.instant());
    clock.advance(Duration.ofMinutes(3));
    booked();
    assertEquals(List.of(span(0)), calendar.busy(day()));
    assertTrue(events.find(id).orElseThrow().cancelled());
  }

  /** Release 1.0.0 stored no number of moves. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void restoresMeetingOfTheFirstRelease(boolean failed) {
    LocalEvent booked = booked();
    raw.updateAll(
        Query.all(), JsonObject.of("$unset", JsonObject.of("sequence", "", "restored", "")));
    if (failed) {
      events.change(booked.id(), LocalEvent.CONFIRMED, LocalEvent.PENDING, true);
      clock.advance(Duration.ofMinutes(3));
      calendar.repair();
    } else {
      calendar.cancel(booked.id());
      calendar.restore(booked.id());
    }
    assertTrue(events.find(booked.id()).orElseThrow().confirmed());
    assertEquals(List.of(span(0)), calendar.busy(day()));
  }

  /** The meeting was moved from a time that the owner does not keep any more. */
  @Test
  void restoresMovedMeetingWhoseFormerEventIsDeleted() {
    LocalEvent former = booked();
    move(former, 60);
    sendEmails();
    LocalEvent moved = calendar.find(former.id()).orElseThrow();
    events.deleteOld(TestClock.before(moved.time().start()));
    assertTrue(events.find(former.id()).isEmpty());
    calendar.cancel(moved.id());
    assertEquals(List.of("Cancelled: Call", "Booking cancelled: Call"), subjects());
    sendEmails();
    calendar.restore(moved.id());
    calendar.restore(moved.id());
    assertEquals(List.of(span(60)), calendar.busy(day()));
    assertEquals(List.of("New booking: Call", "Invitation: Call"), subjects());
  }

  /** Nothing repairs the events of an area that is off. */
  @Test
  void givesUpUnfinishedWorkAfterTheRetention() {
    LocalEvent former = booked();
    events.change(former.id(), LocalEvent.CONFIRMED, LocalEvent.CONFIRMED, true);
    clock.advance(Duration.ofDays(4));
    events.deleteOld(clock.olderThan(Duration.ofHours(1)));
    assertTrue(events.find(former.id()).isEmpty());
    LocalEvent late = booked();
    events.change(late.id(), LocalEvent.CONFIRMED, LocalEvent.CANCELLED, true);
    events.deleteOld(clock.olderThan(Duration.ofHours(1)));
    assertEquals(List.of(late.id()), events.open().stream().map(LocalEvent::id).toList());
  }

  @Test
  void announcesCancellationAfterMonths() {
    LocalEvent former = booked();
    // The outbox deletes sent emails after a month.
    emails.delete(Query.all());
    calendar.cancel(former.id());
    assertEquals(List.of("Cancelled: Call", "Booking cancelled: Call"), subjects());
  }

  /** Others may have booked the time at the provider after its reservation expired. */
  @Test
  void pausedNodeDoesNotBookAtTheProvider() {
    AtomicLong nanos = new AtomicLong();
    var reservations = new Reservations(locks, HOURS, clock, nanos::get);
    List<String> booked = new ArrayList<>();
    ApiException refused =
        assertThrows(
            ApiException.class,
            () ->
                reservations.during(
                    "a",
                    span(0),
                    kept -> nanos.addAndGet(Duration.ofMinutes(4).toNanos()),
                    () -> booked.add("a")));
    assertEquals(ErrorCode.BOOKING_TIMEOUT, refused.failure().code());
    reservations.during("b", span(0), kept -> {}, () -> booked.add("b"));
    assertEquals(List.of("b"), booked);
  }

  private static TimeSpan span(int minutes) {
    Instant start = FIRST.plus(Duration.ofMinutes(minutes));
    return new TimeSpan(start, start.plus(Duration.ofMinutes(30)));
  }

  private static TimeSpan day() {
    return new TimeSpan(FIRST.minus(Duration.ofHours(5)), FIRST.plus(Duration.ofHours(5)));
  }

  private static Meeting meeting(TimeSpan span) {
    return new Meeting("Call", "", span, ZoneOffset.UTC, "guest@example.org", true);
  }

  private LocalEvent booked() {
    String id = calendar.newId();
    calendar.book(new BookingRequest(id, meeting(span(0)), "https://a.example", "intro"));
    return events.find(id).orElseThrow();
  }

  private void move(LocalEvent former, int minutes) {
    calendar.move(
        former.id(),
        new BookingRequest(calendar.newId(), meeting(span(minutes)), "https://a.example", "intro"));
  }

  /** Stores what a node has stored before it replaces the former event. */
  private LocalEvent begun(LocalEvent former, int minutes) {
    LocalEvent event =
        event(LocalEvent.Agreement.of(meeting(span(minutes))), LocalEvent.Moves.after(former));
    events.add(event);
    locks.claim(
        SlotLocks.Claim.of(event.id(), event.time(), SlotLocks.FOR_GOOD),
        event.time(),
        clock.instant());
    return event;
  }

  private void sendEmails() {
    emails.updateAll(Query.all(), JsonObject.of("$set", JsonObject.of("state", "SENT")));
  }

  private List<String> subjects() {
    return outbox.list(OutboxEntry.State.WAITING, 10).stream()
        .map(entry -> entry.matter().title())
        .sorted(Comparator.reverseOrder())
        .toList();
  }
}
