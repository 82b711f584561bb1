package dev.gatehouse.areas.calendar.booking;

/**
 * The times and the place at which the owner meets.
 *
 * @param meetUrl the owner's video room, for meetings that want one; empty for none
 */
public record Venue(OfficeHours hours, String meetUrl) {
  /** The video room for a meeting, or null. */
  String meetLink(Meeting meeting) {
    return meeting.meetLink() && !meetUrl.isEmpty() ? meetUrl : null;
  }

  /** The time that a meeting keeps free of others. */
  TimeSpan kept(TimeSpan time) {
    return time.widened(hours.buffer());
  }
}
