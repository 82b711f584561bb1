package dev.gatehouse.areas.calendar.booking;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prevents callers of this service from booking overlapping times of an external calendar at the
 * same time. A reservation expires automatically. By then the calendar contains the event, or its
 * node has failed.
 *
 * @param nanos time in nanoseconds that no clock change affects
 */
public record Reservations(
    SlotLocks claims, OfficeHours hours, InstantSource clock, LongSupplier nanos) {
  private static final Logger LOG = LoggerFactory.getLogger(Reservations.class);

  /** Longer than a booking with all its attempts takes. */
  private static final Duration LENGTH = Duration.ofMinutes(3);

  /** A node that was paused for longer must not book, because others may have the time by now. */
  private static final Duration MAX_LOOK = Duration.ofMinutes(1);

  private static final int SERVER_ERROR = 500;

  /**
   * Books while no other caller of this service can book an overlapping time. Blocks.
   *
   * @param id of the booking
   * @param look receives the span that must be free, including the buffer, and throws if it is not
   * @throws ApiException 409 while another caller holds the time
   */
  public <T> T during(String id, TimeSpan time, Consumer<TimeSpan> look, Supplier<T> book) {
    Instant now = clock.instant();
    long begun = nanos.getAsLong();
    TimeSpan kept = time.widened(hours.buffer());
    if (claims.claim(SlotLocks.Claim.of(id, time, now.plus(LENGTH)), kept, now).isPresent()) {
      throw CalendarProvider.taken();
    }
    try {
      look.accept(kept);
      if (nanos.getAsLong() - begun > MAX_LOOK.toNanos()) {
        throw ApiException.busy(
            ErrorCode.BOOKING_TIMEOUT, "the booking took too long and was not made", 1);
      }
    } catch (RuntimeException e) {
      release(id, kept);
      throw e;
    }
    try {
      return book.get();
    } catch (ApiException e) {
      // After a rejection nothing is booked. Otherwise the event may exist, so the reservation must
      // expire.
      if (e.failure().status() < SERVER_ERROR) {
        release(id, kept);
      }
      throw e;
    }
  }

  private void release(String id, TimeSpan kept) {
    try {
      claims.release(id, kept);
    } catch (DocumentStoreException | UnknownOutcomeException e) {
      LOG.warn("reservation not released, it will expire: {}", e.getMessage());
    }
  }
}
