package dev.gatehouse.messages;

import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;

/** The messages of the calendar. */
public final class CalendarMessages {
  /** Restores a cancelled meeting; 409 if its time is taken. Can be repeated. */
  public static final Message<CancelledMeeting, Done> RESTORE =
      Message.of("calendar.restore", CancelledMeeting.class, Done.class);

  private CalendarMessages() {}

  /** A meeting of the local calendar. */
  public record CancelledMeeting(String id) {}
}
