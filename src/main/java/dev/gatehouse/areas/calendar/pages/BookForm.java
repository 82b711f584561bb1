package dev.gatehouse.areas.calendar.pages;

import dev.gatehouse.areas.calendar.booking.TimeSpan;
import java.time.Instant;

/**
 * Content of the form by which a visitor books a slot.
 *
 * @param former time of the meeting that is moved; null for a new one
 * @param problem of the previous form, shown first; empty for none
 * @param words what the visitor has typed
 * @param key the same key books one meeting
 * @param code whether the daily code is required
 */
public record BookForm(
    BookFrame frame,
    Slot slot,
    TimeSpan former,
    String problem,
    Words words,
    String key,
    boolean code) {
  public record Slot(MeetingType type, Instant start) {
    public Instant end() {
      return start.plus(type.length());
    }
  }

  public record Words(String name, String email, String note) {
    public static final Words NONE = new Words("", "", "");
  }
}
