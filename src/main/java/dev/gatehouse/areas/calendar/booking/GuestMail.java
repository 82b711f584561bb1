package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import java.time.InstantSource;

/**
 * Sends emails to guests: at most one invitation and one cancellation for each event. Their ids are
 * derived from the event's, so a repeat after an unknown outcome does not send a second email.
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
   * Enqueues an invitation to an event of another calendar that may not invite. Blocks.
   *
   * @param id of the booked event
   * @param meetLink null without a video call
   */
  public void invite(String id, Meeting meeting, String meetLink) {
    invite(id, meeting, meetLink, "");
  }

  /**
   * Enqueues the invitation to a booked event. Blocks.
   *
   * @param meetLink null without a video call
   * @param cancelLink URL at which the guest can cancel; empty if absent
   */
  void invite(String id, Meeting meeting, String meetLink, String cancelLink) {
    String place = meetLink == null ? "" : meetLink;
    Email letter = letters.invitation(id, meeting, place, cancelLink, clock.instant());
    outbox.enqueue(invitation(id), letter.request());
  }

  /**
   * Enqueues a cancellation to the guest. An invitation that was not sent yet is withdrawn instead.
   * Blocks.
   */
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
