package dev.gatehouse.calendar.booking;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/**
 * Keeps callers of this service apart who want the same time of a calendar that is kept elsewhere.
 * A reservation lapses by itself: by then the event stands in that calendar, or its node has died.
 */
public final class Reservations {
  /** Longer than a booking with all its attempts takes. */
  private static final Duration LENGTH = Duration.ofMinutes(3);

  private final SlotLocks claims;
  private final OfficeHours hours;
  private final InstantSource clock;

  public Reservations(SlotLocks claims, OfficeHours hours, InstantSource clock) {
    this.claims = claims;
    this.hours = hours;
    this.clock = clock;
  }

  /**
   * Books while nobody else here can book what overlaps; blocks.
   *
   * @param book is given the span that must be free, the buffer included
   * @throws dev.gatehouse.bus.FailureException 409 while somebody else books
   */
  public <T> T during(Span time, Function<Span, T> book) {
    String id = claims.newId();
    Instant now = clock.instant();
    Span kept = time.widened(hours.buffer());
    if (!claims.claim(id, time, kept, now.plus(LENGTH), now)) {
      throw LocalCalendar.taken();
    }
    try {
      return book.apply(kept);
    } catch (RuntimeException e) {
      claims.release(id);
      throw e;
    }
  }
}
