package dev.gatehouse.areas.calendar.booking;

import java.time.ZoneId;

/**
 * A validated request for a meeting.
 *
 * @param zone of the requested local times
 * @param attendee an e-mail address; empty for none
 * @param meetLink whether a video call is requested
 */
public record Meeting(
    String title,
    String description,
    TimeSpan span,
    ZoneId zone,
    String attendee,
    boolean meetLink) {
  /** Returns this meeting with its times in another zone. */
  Meeting in(ZoneId other) {
    return new Meeting(title, description, span, other, attendee, meetLink);
  }

  /** Returns this meeting without emails to its guest, whose address is in the description. */
  public Meeting withoutGuest() {
    return new Meeting(title, withGuest().description, span, zone, "", meetLink);
  }

  /** Returns this meeting with its guest's address in the description. */
  Meeting withGuest() {
    if (attendee.isEmpty()) {
      return this;
    }
    String text = description.isEmpty() ? attendee : attendee + "\n\n" + description;
    return new Meeting(title, text, span, zone, attendee, meetLink);
  }
}
