package dev.gatehouse.areas.calendar.booking;

/**
 * Booked meeting as its guest sees it, in the local calendar or in that of a provider.
 *
 * @param id of the event
 * @param place URL of the video call; null without one
 * @param type key of the event type; null if it was not booked on the booking page
 * @param revision of the event in calendar files
 */
public record GuestMeeting(
    String id, Meeting meeting, String place, String type, boolean cancelled, Revision revision) {
  /**
   * Revision of an event.
   *
   * @param uid the same after each change; null for a meeting of a release that derived it from the
   *     owner's address
   * @param id of the meeting
   * @param sequence number of changes
   */
  public record Revision(String uid, String id, int sequence) {}
}
