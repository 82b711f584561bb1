package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import java.time.InstantSource;

/**
 * The mail of guests: an invitation and a cancellation for each event at most, whose ids follow
 * from the event's, so that whoever does not know whether it was promised promises it again.
 */
public final class GuestMail {
  private static final int ID_BYTES = 12;

  private final BookingMails letters;
  private final Outbox outbox;
  private final InstantSource clock;

  public GuestMail(BookingMails letters, Outbox outbox, InstantSource clock) {
    this.letters = letters;
    this.outbox = outbox;
    this.clock = clock;
  }

  /**
   * Invites to an event that another calendar keeps, where that one may not invite; blocks.
   *
   * @param id of the event, which is booked
   * @param meetLink null without a video call
   */
  public void invite(String id, Meeting meeting, String meetLink) {
    invite(id, meeting, meetLink, "");
  }

  /**
   * Promises the invitation to an event that is booked; blocks.
   *
   * @param meetLink null without a video call
   * @param cancelLink where the guest can cancel; empty if nowhere
   */
  void invite(String id, Meeting meeting, String meetLink, String cancelLink) {
    String place = meetLink == null ? "" : meetLink;
    Email letter = letters.invitation(id, meeting, place, cancelLink, clock.instant());
    outbox.enqueue(invitation(id), letter.request());
  }

  /** Tells the guest that an event is cancelled, unless he has never heard of it; blocks. */
  void cancel(String id, Meeting meeting) {
    if (!outbox.withdraw(invitation(id), Email.KIND)) {
      Email letter = letters.cancellation(id, meeting, clock.instant());
      outbox.enqueue(Sha256.hex("cancelled meeting " + id, ID_BYTES), letter.request());
    }
  }

  private static String invitation(String id) {
    return Sha256.hex("meeting " + id, ID_BYTES);
  }
}
