package dev.gatehouse.messages;

import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import java.time.Instant;

/** The messages of the calendar. */
public final class CalendarMessages {
  /** Books a cancelled meeting again; 409 if its time is taken. Can be repeated. */
  public static final Message<CancelledMeeting, Done> BOOK_AGAIN =
      Message.of("calendar.bookAgain", CancelledMeeting.class, Done.class);

  private CalendarMessages() {}

  /**
   * A meeting of the local calendar.
   *
   * @param id of the new event
   * @param type key of the event type; null if it was not booked on the booking page
   * @param meetLink whether it has a video call
   * @param base URL that the client has requested, for links
   */
  public record CancelledMeeting(
      String id,
      String type,
      String title,
      String description,
      Instant start,
      Instant end,
      String zone,
      String attendee,
      boolean meetLink,
      String base) {}
}
