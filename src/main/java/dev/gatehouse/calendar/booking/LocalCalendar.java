package dev.gatehouse.calendar.booking;

import dev.gatehouse.bus.Failure;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calendar that is kept here. An event exists from the moment its time is claimed: what is
 * stored before that is invisible, what is left undone after it is made good by {@link #repair}.
 */
public final class LocalCalendar implements CalendarProvider {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCalendar.class);
  private static final Duration ABANDONED = Duration.ofMinutes(10);
  private static final Duration CLAIMS_KEPT = Duration.ofDays(1);
  private static final int TOKEN_BYTES = 16;

  /** The path of a guest's link; its token says which event. */
  private static final String CANCEL = "/api/proxy/calendar/cancel";

  private final DocumentCollection<LocalEvent> events;
  private final SlotLocks claims;
  private final GuestMail mail;
  private final Venue venue;
  private final SecureRandom random;
  private final InstantSource clock;

  public LocalCalendar(
      Documents documents,
      SlotLocks claims,
      GuestMail mail,
      Venue venue,
      SecureRandom random,
      InstantSource clock) {
    this.events = documents.collection("calendarEvents", LocalEvent.class);
    this.claims = claims;
    this.mail = mail;
    this.venue = venue;
    this.random = random;
    this.clock = clock;
  }

  /** Makes the indexes; blocks. */
  public void prepare() {
    events.index(new JsonObject().put("end", 1), new IndexOptions());
    events.index(new JsonObject().put("status", 1).put("createdAt", 1), new IndexOptions());
    events.index(new JsonObject().put("cancelToken", 1), new IndexOptions());
  }

  @Override
  public List<CalendarEvent> events(Span span) {
    JsonObject within =
        new JsonObject()
            .put("start", new JsonObject().put("$lt", Bson.time(span.end())))
            .put("end", new JsonObject().put("$gt", Bson.time(span.start())))
            .put(
                "status",
                new JsonObject()
                    .put("$in", new JsonArray().add(LocalEvent.CONFIRMED).add(LocalEvent.PENDING)));
    List<LocalEvent> found =
        events.find(within, new JsonObject().put("start", 1).put("_id", 1), 0, 0);
    Set<String> claimed = claimed();
    return found.stream().filter(event -> exists(event, claimed)).map(LocalEvent::view).toList();
  }

  /** The claims are what counts: whatever they hold cannot be booked. */
  @Override
  public List<Span> busy(Span span) {
    long now = clock.millis();
    return claims.all().stream()
        .filter(claim -> claim.until() > now)
        .map(claim ->
            new Span(Instant.ofEpochMilli(claim.start()), Instant.ofEpochMilli(claim.end())))
        .filter(venue.kept(span)::overlaps)
        .toList();
  }

  @Override
  public Booked book(Meeting meeting, String base) {
    LocalEvent event = event(meeting);
    Instant now = clock.instant();
    events.insert(event);
    String link = base + CANCEL + "?token=" + event.cancelToken();
    if (!meeting.attendee().isEmpty()) {
      mail.promise(event.id(), meeting, event.meetLink(), link);
    }
    Span kept = venue.kept(meeting.span());
    if (!claims.claim(event.id(), meeting.span(), kept, SlotLocks.FOR_GOOD, now)) {
      nowOrLater(() -> {
        mail.withdraw(event.id());
        events.delete(new JsonObject().put("_id", event.id()));
      });
      throw taken();
    }
    nowOrLater(() -> confirm(event.id()));
    return new Booked(
        event.view(), link, meeting.attendee().isEmpty() ? "" : "an invitation is on its way");
  }

  static dev.gatehouse.bus.FailureException taken() {
    return Failure.of(409, "this time is taken").exception();
  }

  private LocalEvent event(Meeting meeting) {
    byte[] token = new byte[TOKEN_BYTES];
    random.nextBytes(token);
    return new LocalEvent(
        events.newId(),
        LocalEvent.Agreement.of(meeting),
        venue.meetLink(meeting),
        LocalEvent.PENDING,
        HexFormat.of().formatHex(token),
        clock.instant());
  }

  /** Does what follows from a decision that is stored; what fails is left to {@link #repair}. */
  private static void nowOrLater(Runnable rest) {
    try {
      rest.run();
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("a booking is put in order a little later: {}", e.getMessage());
    }
  }

  private void confirm(String id) {
    change(id, LocalEvent.PENDING, LocalEvent.CONFIRMED);
    mail.confirm(id);
  }

  /** The event that a guest's link names, cancelled or not. */
  public Optional<LocalEvent> byToken(String token) {
    return events.findOne(new JsonObject().put("cancelToken", token));
  }

  @Override
  public boolean cancel(String id) {
    Optional<LocalEvent> cancelled =
        change(id, LocalEvent.CONFIRMED, LocalEvent.CANCELLED)
            .or(() ->
                booked(id) ? change(id, LocalEvent.PENDING, LocalEvent.CANCELLED) : unfinished(id));
    cancelled.ifPresent(event -> nowOrLater(() -> finish(event)));
    return cancelled.isPresent();
  }

  /** The event of a cancellation after which not all was done. */
  private Optional<LocalEvent> unfinished(String id) {
    return events.find(id).filter(LocalCalendar::cancelled).filter(none -> claimed().contains(id));
  }

  /** Does what is left to do once an event is cancelled; its claim says that not all of it is. */
  private void finish(LocalEvent cancelled) {
    mail.withdraw(cancelled.id());
    if (!cancelled.attendee().isEmpty()) {
      mail.cancel(cancelled.id(), cancelled.meeting());
    }
    claims.release(cancelled.id());
  }

  /** Returns whether an event exists, whatever its document says; for invitations in doubt. */
  public boolean booked(String id) {
    return events.find(id).filter(event -> exists(event, claimed())).isPresent();
  }

  /** Finishes what a node left that died while it booked or cancelled; blocks. */
  public void repair() {
    JsonObject before = new JsonObject().put("$lt", Bson.time(clock.instant().minus(ABANDONED)));
    Set<String> claimed = claimed();
    for (LocalEvent event :
        events.find(
            new JsonObject().put("status", LocalEvent.PENDING).put("createdAt", before),
            new JsonObject(),
            0,
            0)) {
      if (claimed.contains(event.id())) {
        confirm(event.id());
      } else {
        events.delete(new JsonObject().put("_id", event.id()));
      }
    }
    for (String id : claimed) {
      events.find(id).filter(LocalCalendar::cancelled).ifPresent(this::finish);
    }
    claims.forgetBefore(clock.instant().minus(CLAIMS_KEPT));
  }

  private static boolean cancelled(LocalEvent event) {
    return event.status().equals(LocalEvent.CANCELLED);
  }

  private static boolean exists(LocalEvent event, Set<String> claimed) {
    return switch (event.status()) {
      case LocalEvent.CONFIRMED -> true;
      case LocalEvent.PENDING -> claimed.contains(event.id());
      default -> false;
    };
  }

  private Set<String> claimed() {
    return claims.all().stream().map(SlotLocks.Claim::id).collect(Collectors.toSet());
  }

  private Optional<LocalEvent> change(String id, String from, String to) {
    return events.update(
        new JsonObject().put("_id", id).put("status", from),
        new JsonObject().put("$set", new JsonObject().put("status", to)),
        event -> event.status().equals(to));
  }
}
