package dev.gatehouse.areas.calendar;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import dev.gatehouse.areas.calendar.booking.CalendarProvider.Booked;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.areas.calendar.booking.OfficeHours;
import dev.gatehouse.areas.calendar.booking.OpenBookings;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.UnknownOutcomeException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** Limits for bookings with a daily code. They do not apply to the owner. */
final class VisitorRules {
  private static final Duration MAX_LENGTH = Duration.ofHours(9);
  private static final Duration MAX_AHEAD = Duration.ofDays(365);
  private static final int SERVER_ERROR = 500;

  private final OfficeHours hours;
  private final OpenBookings places;

  VisitorRules(OfficeHours hours, OpenBookings places) {
    this.hours = hours;
    this.places = places;
  }

  /**
   * Books a meeting after checking the caller's limits.
   *
   * @throws ApiException 400 that names the field, 409 if the code has reached its limit of
   *     meetings
   */
  Booked book(Call call, Meeting meeting, Instant now, Supplier<Booked> booking) {
    if (call.caller().operator()) {
      return booking.get();
    }
    check(meeting.span(), now);
    OpenBookings.Place place =
        places
            .take(call.caller().subject(), meeting.span().end())
            .orElseThrow(() ->
                ApiError.of(
                        ErrorCode.MEETING_LIMIT_REACHED,
                        "this code has five upcoming meetings: cancel one first")
                    .exception());
    Booked booked = bookOrRelease(place, booking);
    places.booked(place, booked.event().id());
    return booked;
  }

  private void check(TimeSpan time, Instant now) {
    badRequestUnless(
        !time.end().isAfter(time.start().plus(MAX_LENGTH)),
        "endTime",
        "must be within 9 hours of startTime");
    badRequestUnless(
        !time.start().isAfter(now.plus(MAX_AHEAD)), "startTime", "must be within 365 days");
    badRequestUnless(
        hours.bookable(time.start(), now), "startTime", "is too soon, or too far ahead");
  }

  /** Releases the slot unless the meeting may have been booked. */
  private Booked bookOrRelease(OpenBookings.Place place, Supplier<Booked> booking) {
    try {
      return booking.get();
    } catch (UnknownOutcomeException perhaps) {
      throw perhaps;
    } catch (ApiException e) {
      if (e.failure().status() < SERVER_ERROR) {
        places.release(place);
      }
      throw e;
    } catch (RuntimeException e) {
      places.release(place);
      throw e;
    }
  }

  /** Releases the slot of a cancelled event. */
  void cancelled(String event) {
    places.cancelled(event);
  }
}
