package dev.gatehouse.areas.calendar.booking;

/**
 * Office hours and meeting room of the owner.
 *
 * @param meetUrl URL of the owner's video room; empty for none
 */
public record Venue(OfficeHours hours, String meetUrl) {
  /**
   * Returns the video room for a meeting; null if the meeting needs none or no room is configured.
   */
  String meetLink(Meeting meeting) {
    return meeting.meetLink() && !meetUrl.isEmpty() ? meetUrl : null;
  }

  /** Returns the time that a meeting keeps free of others. */
  TimeSpan kept(TimeSpan time) {
    return time.widened(hours.buffer());
  }
}
