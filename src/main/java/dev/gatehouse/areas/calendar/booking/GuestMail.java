package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import java.time.InstantSource;

/**
 * Sends emails to guests and the owner: at most one invitation and one cancellation for each event.
 * Their ids are derived from the event's, so a repeat after an unknown outcome does not send a
 * second email.
 */
public record GuestMail(BookingMails letters, Outbox outbox, InstantSource clock) {
  private static final int ID_BYTES = 12;

  /**
   * Enqueues an invitation to an event of another calendar that may not invite, or the notice that
   * it was moved. Blocks.
   *
   * @param sequence number of changes; 0 for an invitation
   * @param link at which the guest can change or cancel the meeting
   */
  public void invite(GuestMeeting booked, int sequence, String link) {
    String change = sequence == 0 ? "" : " " + sequence;
    send(booked.id() + change, BookingMails.Notice.of(booked, sequence, link));
  }

  /** Enqueues the cancellation of an event of another calendar that may not invite. Blocks. */
  public void cancel(GuestMeeting booked) {
    int sequence = booked.revision().sequence();
    Email letter =
        letters.cancellation(BookingMails.Notice.of(booked, sequence, ""), clock.instant());
    outbox.enqueue(cancellation(booked.id()), letter.request());
  }

  /**
   * Enqueues the invitation to a booked event, or the notice that it was moved. The owner is
   * informed of events of the booking page. Blocks.
   */
  void invite(LocalEvent event) {
    send(event.id(), BookingMails.Notice.of(event));
    if (event.isFromPage()) {
      outbox.enqueue(news(event.id()), letters.news(event).request());
    }
  }

  private void send(String id, BookingMails.Notice notice) {
    outbox.enqueue(invitation(id), letters.invitation(notice, clock.instant()).request());
  }

  /**
   * Enqueues a cancellation to the guest. An invitation that was not sent yet is withdrawn instead.
   * Blocks.
   */
  void cancel(LocalEvent event) {
    if (!outbox.withdraw(invitation(event.id()), Email.KIND)) {
      Email letter = letters.cancellation(BookingMails.Notice.of(event), clock.instant());
      outbox.enqueue(cancellation(event.id()), letter.request());
    }
    if (event.isFromPage() && !outbox.withdraw(news(event.id()), Email.KIND)) {
      String id = Sha256.hex("cancelled booking " + event.id(), ID_BYTES);
      outbox.enqueue(id, letters.news(event).request());
    }
  }

  private static String cancellation(String id) {
    return Sha256.hex("cancelled meeting " + id, ID_BYTES);
  }

  private static String news(String id) {
    return Sha256.hex("booking " + id, ID_BYTES);
  }

  private static String invitation(String id) {
    return Sha256.hex("meeting " + id, ID_BYTES);
  }
}
