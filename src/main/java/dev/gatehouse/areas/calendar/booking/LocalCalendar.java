package dev.gatehouse.areas.calendar.booking;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.TrustedClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The local calendar. An event is stored as pending, its time is claimed, and one write confirms
 * it. A cancellation is also one write. The work that follows from either is done immediately, or
 * later by {@link #repair}.
 */
public final class LocalCalendar implements CalendarProvider {
  private static final int MAX_LOOKS = 100;
  private static final long PAUSE_NANOS = 20_000_000;

  /** Maximum number of moves that a link follows. */
  private static final int MAX_MOVES = 100;

  private static final Logger LOG = LoggerFactory.getLogger(LocalCalendar.class);
  private static final Duration CLAIMS_KEPT = Duration.ofDays(2);

  private final EventRepository events;
  private final SlotLocks locks;
  private final EventClaims claims;
  private final GuestMail mail;
  private final Venue venue;
  private final GuestLinks links;
  private final TrustedClock clock;

  public LocalCalendar(
      Documents documents,
      SlotLocks locks,
      GuestMail mail,
      Venue venue,
      GuestLinks links,
      TrustedClock clock) {
    this.events = new EventRepository(documents, clock.guarded());
    this.locks = locks;
    this.claims = new EventClaims(events, locks, venue, clock.guarded());
    this.mail = mail;
    this.venue = venue;
    this.links = links;
    this.clock = clock;
  }

  @Override
  public Listed events(TimeSpan span) {
    return new Listed(events.within(span).stream().map(LocalEvent::view).toList(), Freshness.NONE);
  }

  /** Deletes the meetings whose end has reached an age. Blocks. */
  public void deleteOld(Age age) {
    events.deleteOld(age);
  }

  /** Returns the meetings that overlap a span, sorted by start. */
  public List<LocalEvent> meetings(TimeSpan span) {
    return events.within(span);
  }

  /** Returns the claimed times. No claimed time can be booked, in any state of its event. */
  @Override
  public List<TimeSpan> busy(TimeSpan span) {
    return locks.overlapping(venue.kept(span), clock.instant()).stream()
        .map(SlotLocks.Claim::time)
        .toList();
  }

  @Override
  public String newId() {
    return events.newId();
  }

  @Override
  public Booked book(BookingRequest request) {
    return booked(stored(event(request, LocalEvent.Moves.of(request.id(), request.type()))));
  }

  @Override
  public GuestMeeting move(String id, BookingRequest request) {
    return moved(id, request).forGuest();
  }

  /** Moves an event like {@link #move}, for the owner. */
  public Booked moveForOwner(String id, BookingRequest request) {
    return booked(moved(id, request));
  }

  private LocalEvent moved(String id, BookingRequest request) {
    LocalEvent former =
        events.find(id).filter(LocalEvent::agreed).orElseThrow(CalendarProvider::changed);
    boolean repeated = former.time().equals(request.meeting().span());
    return repeated ? former : stored(event(request, LocalEvent.Moves.after(former)));
  }

  /**
   * Restores a cancelled event. Its guest is invited again, unless the meeting is over. Can be
   * repeated.
   *
   * @throws ApiException 409 if its time is taken
   */
  public void restore(String id) {
    LocalEvent event = events.find(id).orElseThrow(CalendarProvider::changed);
    if (event.moves().movedTo() != null) {
      throw CalendarProvider.changed();
    }
    if (event.cancelled()) {
      confirmed(events.restore(event).orElseThrow(LocalCalendar::undecided));
    } else if (settled(id).cancelled()) {
      throw CalendarProvider.taken();
    }
  }

  /** Stores an event, claims its time and returns the confirmed event. */
  private LocalEvent stored(LocalEvent event) {
    return events.add(event) ? confirmed(event) : settled(event.id());
  }

  /** Claims the time of a pending event and returns the confirmed event. */
  private LocalEvent confirmed(LocalEvent event) {
    if (!claimed(event)) {
      throw CalendarProvider.taken();
    }
    LocalEvent confirmed = claims.confirm(event).orElseThrow(() -> tooSlow(event));
    if (!replaces(confirmed)) {
      nowOrLater(() -> cancel(confirmed.id()));
      throw CalendarProvider.changed();
    }
    nowOrLater(() -> invite(confirmed));
    return confirmed;
  }

  private static Booked booked(LocalEvent event) {
    return new Booked(
        event.view(),
        event.links().cancelLink(),
        event.attendee().isEmpty() ? "" : "an invitation will be sent by email");
  }

  /** Waits for a concurrent request with the same ID, and returns its event. */
  private LocalEvent settled(String id) {
    for (int look = 0; look < MAX_LOOKS; look++) {
      LocalEvent event = events.find(id).orElseThrow(CalendarProvider::taken);
      if (event.agreed() && isKnown(event)) {
        return event;
      }
      if (event.cancelled()) {
        throw CalendarProvider.changed();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw undecided();
  }

  private static ApiException undecided() {
    return ApiException.busy(
        ErrorCode.BOOKING_TIMEOUT, "another request for this booking is not complete", 1);
  }

  /** Returns whether an event has replaced the one that its meeting was moved from, if any. */
  private boolean replaces(LocalEvent confirmed) {
    String former = confirmed.moves().movedFrom();
    if (former != null) {
      events.replace(former, confirmed.id());
    }
    return isKnown(confirmed);
  }

  /** Claims the time of an event, and removes the event unless its time is claimed now. */
  private boolean claimed(LocalEvent event) {
    boolean claimed;
    try {
      claimed = claims.claim(event);
    } catch (ApiException undecided) {
      nowOrLater(() -> events.abandon(event));
      throw undecided;
    }
    if (!claimed) {
      nowOrLater(() -> events.abandon(event));
    }
    return claimed;
  }

  /**
   * Releases the claims of a booking that another node took for abandoned. Its time may already be
   * booked.
   */
  private ApiException tooSlow(LocalEvent event) {
    nowOrLater(() -> claims.release(event));
    return ApiException.busy(
        ErrorCode.BOOKING_TIMEOUT, "the booking took too long and was rolled back", 1);
  }

  private LocalEvent event(BookingRequest request, LocalEvent.Moves moves) {
    Meeting meeting = request.meeting();
    return new LocalEvent(
        request.id(),
        LocalEvent.Agreement.of(meeting),
        new LocalEvent.Links(venue.meetLink(meeting), links.address(request, request.id())),
        new LocalEvent.Progress(LocalEvent.PENDING, true, clock.instant(), 0),
        moves);
  }

  /**
   * Runs the work that follows from a stored decision. If the store fails, {@link #repair} does it.
   */
  private static void nowOrLater(Runnable rest) {
    try {
      rest.run();
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("follow-up of a booking failed, a job will retry: {}", e.getMessage());
    }
  }

  /** Completes a confirmed event. A node may have failed before the event replaced another. */
  private void invite(LocalEvent booked) {
    if (!replaces(booked)) {
      cancel(booked.id());
      return;
    }
    Optional.ofNullable(booked.moves().movedFrom())
        .flatMap(events::find)
        .ifPresent(claims::release);
    if (!booked.attendee().isEmpty() && booked.time().end().isAfter(clock.instant())) {
      mail.invite(booked);
    }
    events.close(booked);
  }

  /**
   * Returns an event that was booked, including one that was cancelled since. Returns the event
   * that has replaced it, if any.
   */
  public Optional<LocalEvent> find(String id) {
    Optional<LocalEvent> event = events.find(id).filter(LocalEvent::agreed);
    for (int move = 0; move < MAX_MOVES && moved(event); move++) {
      event = events.find(event.get().moves().movedTo());
    }
    return event;
  }

  @Override
  public Optional<GuestMeeting> meeting(String id) {
    return Optional.of(find(id).orElseThrow(GuestLinks::unknown).forGuest());
  }

  private static boolean moved(Optional<LocalEvent> event) {
    return event.isPresent() && event.get().moves().movedTo() != null;
  }

  @Override
  public boolean cancel(String id) {
    Optional<LocalEvent> cancelled =
        events
            .change(id, LocalEvent.CONFIRMED, LocalEvent.CANCELLED, true)
            .or(() -> events.find(id).filter(LocalEvent::cancelled).filter(LocalEvent::open));
    cancelled.ifPresent(event -> nowOrLater(() -> finish(event)));
    return cancelled.isPresent();
  }

  /** Cancels the event that has replaced a meeting's event, also if the meeting moves meanwhile. */
  String cancelMeeting(String id) {
    Optional<LocalEvent> event = find(id);
    while (event.isPresent() && !event.get().cancelled()) {
      cancel(event.get().id());
      event = find(id);
    }
    return event.orElseThrow(GuestLinks::unknown).id();
  }

  private void finish(LocalEvent cancelled) {
    List<LocalEvent> versions = versions(cancelled);
    boolean last = cancelled.moves().movedTo() == null && isKnown(cancelled);
    if (last && !cancelled.attendee().isEmpty()) {
      mail.cancel(cancelled, versions);
    }
    // Of all of them, because a node may have failed after one has replaced another.
    versions.forEach(claims::release);
    events.close(cancelled);
  }

  /**
   * Returns whether an event was new, or has replaced the one that its meeting was moved from,
   * which may have been deleted since because of its age.
   */
  private boolean isKnown(LocalEvent event) {
    return Optional.ofNullable(event.moves().movedFrom())
        .flatMap(events::find)
        .map(former -> event.id().equals(former.moves().movedTo()))
        .orElse(true);
  }

  /** Returns an event and those that it has replaced. */
  private List<LocalEvent> versions(LocalEvent event) {
    List<LocalEvent> versions = new ArrayList<>();
    Optional<LocalEvent> version = Optional.of(event);
    while (version.isPresent()) {
      LocalEvent later = version.get();
      versions.add(later);
      version =
          Optional.ofNullable(later.moves().movedFrom())
              .flatMap(events::find)
              .filter(former -> later.id().equals(former.moves().movedTo()));
    }
    return versions;
  }

  /** Completes bookings and cancellations that a failed node left unfinished. Blocks. */
  public void repair() {
    for (LocalEvent event : events.open()) {
      if (claims.abandoned(event)) {
        repair(event);
      }
    }
    clock.olderThan(CLAIMS_KEPT).ifPresent(locks::deleteOld);
  }

  private void repair(LocalEvent event) {
    switch (event.status()) {
      case LocalEvent.PENDING -> claims.settle(event).ifPresent(this::invite);
      case LocalEvent.CONFIRMED -> invite(event);
      default -> finish(event);
    }
  }

  /**
   * Office hours and meeting room of the owner.
   *
   * @param meetUrl URL of the owner's video room; empty for none
   */
  public record Venue(OfficeHours hours, String meetUrl) {
    /**
     * Returns the video room for a meeting; null if the meeting needs none or no room is
     * configured.
     */
    String meetLink(Meeting meeting) {
      return meeting.meetLink() && !meetUrl.isEmpty() ? meetUrl : null;
    }

    /** Returns the time that a meeting keeps free of others. */
    TimeSpan kept(TimeSpan time) {
      return time.widened(hours.buffer());
    }
  }
}
