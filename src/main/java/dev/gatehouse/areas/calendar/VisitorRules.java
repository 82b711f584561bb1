package dev.gatehouse.areas.calendar;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import dev.gatehouse.areas.calendar.booking.CalendarProvider.Booked;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.areas.calendar.booking.OfficeHours;
import dev.gatehouse.areas.calendar.booking.OpenBookings;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.UnknownOutcomeException;

/** Limits for bookings with a daily code. They do not apply to the owner. */
record VisitorRules(OfficeHours hours, OpenBookings places) {
  private static final Duration MAX_LENGTH = Duration.ofHours(9);
  private static final Duration MAX_AHEAD = Duration.ofDays(365);
  private static final int SERVER_ERROR = 500;
  private static final int MAX_CHANGES = 10;
  private static final Duration CHANGES_COUNTED = Duration.ofHours(1);

  /**
   * Books a meeting after checking the caller's limits.
   *
   * @throws ApiException 400 that names the field, 409 if the code has reached its limit of
   *     meetings
   */
  Booked book(Call call, String event, Meeting meeting, Instant now, Supplier<Booked> booking) {
    if (call.caller().operator()) {
      return booking.get();
    }
    check(meeting.span(), now);
    return book(List.of(call.caller().subject()), event, meeting.span().end(), booking);
  }

  /**
   * Books a meeting that counts for each of some subjects.
   *
   * @param until the end of the meeting
   */
  Booked book(List<String> subjects, String event, Instant until, Supplier<Booked> booking) {
    List<OpenBookings.Place> taken = new ArrayList<>();
    for (String subject : subjects) {
      Optional<OpenBookings.Place> place = places.take(subject, event, until);
      if (place.isEmpty()) {
        taken.forEach(places::release);
        throw ApiException.of(
            ErrorCode.MEETING_LIMIT_REACHED,
            "this code has five upcoming meetings: cancel one first");
      }
      taken.add(place.get());
    }
    return bookOrRelease(taken, booking);
  }

  /**
   * Counts a booking or a move for a mailbox. Each sends an email, and its address may be anyone's.
   *
   * @throws ApiException 429 after ten within an hour
   */
  void countChange(String mailbox, String event, Instant now) {
    String change = "change " + event;
    if (places
        .take("changes " + mailbox, change, now.plus(CHANGES_COUNTED), MAX_CHANGES)
        .isEmpty()) {
      throw ApiException.of(
          ErrorCode.RATE_LIMITED, "this email address has ten bookings and moves within an hour");
    }
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

  /** Releases the slots unless the meeting may have been booked. */
  private Booked bookOrRelease(List<OpenBookings.Place> taken, Supplier<Booked> booking) {
    try {
      return booking.get();
    } catch (UnknownOutcomeException perhaps) {
      throw perhaps;
    } catch (ApiException e) {
      if (e.failure().status() < SERVER_ERROR) {
        taken.forEach(places::release);
      }
      throw e;
    } catch (RuntimeException e) {
      taken.forEach(places::release);
      throw e;
    }
  }

  /** Keeps the slots of a meeting that was moved. */
  void moved(String from, String to, Instant until) {
    places.moved(from, to, until);
  }

  /** Releases the slots of a cancelled event. */
  void cancelled(String event) {
    places.cancelled(event);
  }
}
