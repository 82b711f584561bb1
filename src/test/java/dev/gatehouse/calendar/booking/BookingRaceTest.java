package dev.gatehouse.calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.FailureException;
import dev.gatehouse.calendar.booking.CalendarEvent;
import dev.gatehouse.calendar.booking.GuestMail;
import dev.gatehouse.calendar.booking.Invitations;
import dev.gatehouse.calendar.booking.Letters;
import dev.gatehouse.calendar.booking.LocalCalendar;
import dev.gatehouse.calendar.booking.LocalEvent;
import dev.gatehouse.calendar.booking.Meeting;
import dev.gatehouse.calendar.booking.OfficeHours;
import dev.gatehouse.calendar.booking.SlotLocks;
import dev.gatehouse.calendar.booking.Span;
import dev.gatehouse.calendar.booking.Venue;
import dev.gatehouse.embedded.EmbeddedMongo;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes' calendars over one document store, and callers who all want the same. */
class BookingRaceTest {
  private static final int CALLERS = 50;

  @TempDir Path folder;
  private final TestClock clock = new TestClock();
  private EmbeddedMongo store;
  private final List<Node> nodes = new ArrayList<>();

  /** One node's view of the shared store. */
  private record Node(Vertx vertx, Documents documents, SlotLocks claims, LocalCalendar calendar) {}

  @BeforeEach
  void start() throws IOException {
    store = EmbeddedMongo.start(folder.resolve("documents"), 0, false, Clock.systemUTC());
    nodes.add(node(Duration.ZERO));
    nodes.add(node(Duration.ZERO));
  }

  @AfterEach
  void stop() throws Exception {
    nodes.forEach(node -> node.vertx().close().await());
    store.close();
  }

  @Test
  void ofManyWhoWantOneSlotOneGetsIt() throws Exception {
    for (int round = 0; round < 5; round++) {
      Span slot = at(round * 100, 60);
      assertEquals(1, race(caller -> slot), "round " + round);
      assertEquals(1, nodes.getLast().calendar().events(slot).size());
    }
  }

  /** Whatever they want: no two of those who get it overlap, and a free time is not refused. */
  @Test
  void whoeverGetsATimeHasItAlone() throws Exception {
    Random random = new Random(1);
    List<Span> wanted = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      wanted.add(at(random.nextInt(600), 15 + random.nextInt(90)));
    }
    int booked = race(wanted::get);
    List<CalendarEvent> events = nodes.getFirst().calendar().events(at(-1, 10_000));
    assertEquals(booked, events.size());
    for (int i = 1; i < events.size(); i++) {
      assertFalse(
          events.get(i).times().start().isBefore(events.get(i - 1).times().end()),
          "overlap at " + i);
    }
    for (Span span : wanted) {
      assertTrue(
          events.stream()
              .anyMatch(
                  event -> new Span(event.times().start(), event.times().end()).overlaps(span)));
    }
  }

  @Test
  void aCancelledTimeIsFreeAgainAndABufferIsKept() {
    Node careful = node(Duration.ofMinutes(15));
    nodes.add(careful);
    String id = careful.calendar().book(meeting(at(0, 60)), "").event().id();
    assertTaken(careful, at(70, 60));
    assertTaken(careful, at(-70, 60));
    careful.calendar().book(meeting(at(75, 60)), "");
    assertTrue(careful.calendar().cancel(id));
    assertFalse(nodes.getFirst().calendar().cancel(id));
    nodes.getFirst().calendar().book(meeting(at(0, 60)), "");
  }

  /**
   * A node that dies before the claim leaves nothing that counts, one that dies after it an event.
   */
  @Test
  void aDeadNodesBookingIsWholeOrNothing() {
    Node node = nodes.getFirst();
    LocalCalendar calendar = node.calendar();
    var events = node.documents().collection("calendarEvents", LocalEvent.class);
    Span span = at(0, 60);
    events.insert(pending("a".repeat(24), span));
    assertEquals(0, calendar.events(span).size());
    assertFalse(calendar.booked("a".repeat(24)));
    events.insert(pending("b".repeat(24), span));
    node.claims().claim("b".repeat(24), span, span, SlotLocks.FOR_GOOD, clock.instant());
    assertEquals(List.of("b".repeat(24)), ids(calendar.events(span)));
    assertTaken(nodes.getLast(), span);

    clock.advance(Duration.ofMinutes(11));
    calendar.repair();
    assertEquals(LocalEvent.CONFIRMED, events.find("b".repeat(24)).orElseThrow().status());
    assertTrue(events.find("a".repeat(24)).isEmpty());

    clock.set(span.end().plus(Duration.ofDays(2)));
    calendar.repair();
    assertEquals(List.of(), node.claims().all());
    assertEquals(List.of("b".repeat(24)), ids(calendar.events(span)), "the past is still shown");
  }

  /** What was reserved for a provider's booking by a node that died is free after a while. */
  @Test
  void aReservationLapses() {
    SlotLocks claims = nodes.getFirst().claims();
    Instant now = clock.instant();
    Span span = at(0, 60);
    assertTrue(claims.claim("x", span, span, now.plusSeconds(60), now));
    assertFalse(claims.claim("y", span, span, now.plusSeconds(60), now.plusSeconds(59)));
    assertTrue(claims.claim("z", span, span, now.plusSeconds(120), now.plusSeconds(61)));
  }

  private interface Wish {
    Span of(int caller);
  }

  /** All callers at once, half of them on each node; says how many got what they wanted. */
  private int race(Wish wish) throws Exception {
    var go = new CountDownLatch(1);
    var booked = new AtomicInteger();
    List<Integer> refusals = Collections.synchronizedList(new ArrayList<>());
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        int caller = i;
        callers.submit(() -> {
          go.await();
          try {
            nodes.get(caller % 2).calendar().book(meeting(wish.of(caller)), "");
            booked.incrementAndGet();
          } catch (FailureException e) {
            refusals.add(e.failure().status());
          }
          return null;
        });
      }
      go.countDown();
    }
    assertEquals(CALLERS, booked.get() + refusals.size());
    assertTrue(refusals.stream().allMatch(status -> status == 409), refusals.toString());
    return booked.get();
  }

  private void assertTaken(Node node, Span span) {
    try {
      node.calendar().book(meeting(span), "");
    } catch (FailureException e) {
      assertEquals(409, e.failure().status());
      return;
    }
    throw new AssertionError("booked twice");
  }

  private Node node(Duration buffer) {
    Vertx vertx = Vertx.vertx();
    var documents =
        TestDocuments.over(
            MongoClient.create(
                vertx,
                new JsonObject()
                    .put("connection_string", store.url())
                    .put("db_name", "gatehouse")
                    .put("useObjectId", false)));
    var claims = new SlotLocks(documents);
    var invitations = new Invitations(documents, new Dispatcher(vertx, new SecureRandom()), clock);
    var hours =
        new OfficeHours(
            EnumSet.allOf(DayOfWeek.class),
            LocalTime.of(9, 0),
            LocalTime.of(18, 0),
            buffer,
            Duration.ZERO,
            Duration.ZERO);
    var mail = new GuestMail(new Letters("owner@example.org"), invitations, clock);
    var venue = new Venue(hours, "");
    var calendar = new LocalCalendar(documents, claims, mail, venue, new SecureRandom(), clock);
    claims.prepare();
    calendar.prepare();
    return new Node(vertx, documents, claims, calendar);
  }

  private static Span at(int minute, int length) {
    Instant start = Instant.parse("2030-01-07T14:00:00Z").plusSeconds(60L * minute);
    return new Span(start, start.plusSeconds(60L * length));
  }

  private static Meeting meeting(Span span) {
    return new Meeting("Call", "", span, ZoneOffset.UTC, "guest@example.org", true);
  }

  private LocalEvent pending(String id, Span span) {
    return new LocalEvent(
        id,
        new LocalEvent.Agreement("t", "", span.start(), span.end(), "UTC", ""),
        null,
        LocalEvent.PENDING,
        "",
        clock.instant());
  }

  private static List<String> ids(List<CalendarEvent> events) {
    return events.stream().map(CalendarEvent::id).toList();
  }
}
