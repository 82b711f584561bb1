package dev.gatehouse.areas.calendar.pages;

import java.time.Instant;

/** Content of the page of a booked meeting. */
public record MeetingPage(
    BookFrame frame, String title, Instant start, Instant end, Guest guest, Links links) {
  /**
   * Guest of the meeting.
   *
   * @param meetLink null without a video call
   */
  public record Guest(String email, String meetLink, boolean cancelled) {}

  /**
   * Actions of the guest.
   *
   * @param file null if the calendar of another provider holds the meeting
   * @param move null if its event type is no longer offered, or with another provider
   */
  public record Links(String file, String move, String cancel) {}
}
