package dev.gatehouse.calendar.booking;

import java.time.InstantSource;

/** Invitations to events that another calendar keeps, where that one may not invite. */
public final class GuestMail {
  private final Letters letters;
  private final Invitations invitations;
  private final InstantSource clock;

  public GuestMail(Letters letters, Invitations invitations, InstantSource clock) {
    this.letters = letters;
    this.invitations = invitations;
    this.clock = clock;
  }

  /**
   * Promises the attendee's invitation; blocks.
   *
   * @param id of the event, which is booked
   * @param meetLink null without a video call
   */
  public void invite(String id, Meeting meeting, String meetLink) {
    String place = meetLink == null ? "" : meetLink;
    invitations.hold(id, letters.invitation(id, meeting, place, "", clock.instant()));
    invitations.release(id);
  }
}
