package dev.gatehouse.areas.calendar.pages;

import dev.gatehouse.areas.calendar.booking.GuestMeeting;

/** Content of the page of a booked meeting. */
public record MeetingPage(BookFrame frame, GuestMeeting booked, Links links) {
  /**
   * Actions of the guest.
   *
   * @param move null if its event type is no longer offered
   * @param movable false if it is in a calendar in which visitors book no more
   */
  public record Links(String file, String move, boolean movable, String cancel) {}
}
