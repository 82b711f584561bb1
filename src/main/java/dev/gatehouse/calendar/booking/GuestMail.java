package dev.gatehouse.calendar.booking;

import java.time.InstantSource;

/** The mail of guests: invitations that are promised before a booking, and cancellations. */
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
   * Invites to an event that another calendar keeps, where that one may not invite; blocks.
   *
   * @param id of the event, which is booked
   * @param meetLink null without a video call
   */
  public void invite(String id, Meeting meeting, String meetLink) {
    promise(id, meeting, meetLink, "");
    confirm(id);
  }

  /**
   * Stores an invitation that goes nowhere until its event is confirmed; blocks.
   *
   * @param meetLink null without a video call
   * @param cancelLink where the guest can cancel; empty if nowhere
   */
  void promise(String id, Meeting meeting, String meetLink, String cancelLink) {
    String place = meetLink == null ? "" : meetLink;
    invitations.hold(id, letters.invitation(id, meeting, place, cancelLink, clock.instant()));
  }

  /** Lets what was promised for an event go; blocks. */
  void confirm(String id) {
    invitations.release(id);
  }

  /** Takes back what was promised for an event and has not gone; blocks. */
  void withdraw(String id) {
    invitations.drop(id);
  }

  /** Tells the guest that an event is cancelled; blocks. */
  void cancel(String id, Meeting meeting) {
    invitations.send(id, "cancelled", letters.cancellation(id, meeting, clock.instant()));
  }
}
