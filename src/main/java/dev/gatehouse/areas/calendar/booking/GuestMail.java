package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import java.time.InstantSource;
import java.util.List;

/**
 * Sends emails to guests and the owner: at most one invitation and one cancellation for each event,
 * and for each restoration of it. Their ids are derived from the event's, so a repeat after an
 * unknown outcome does not send a second email.
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
    send(event.claimId(), BookingMails.Notice.of(event));
    if (event.isFromPage()) {
      outbox.enqueue(news(event), letters.news(event, clock.instant()).request());
    }
  }

  private void send(String id, BookingMails.Notice notice) {
    outbox.enqueue(invitation(id), letters.invitation(notice, clock.instant()).request());
  }

  /**
   * Enqueues a cancellation to the guest. If no email about the meeting was sent yet, all of them
   * are withdrawn instead. Blocks.
   *
   * @param versions the event and those that it has replaced
   */
  void cancel(LocalEvent event, List<LocalEvent> versions) {
    withdrawOr(
        versions.stream().map(version -> invitation(version.claimId())).toList(),
        () -> {
          Email letter = letters.cancellation(BookingMails.Notice.of(event), clock.instant());
          outbox.enqueue(cancellation(event.claimId()), letter.request());
        });
    if (event.isFromPage()) {
      withdrawOr(
          versions.stream().map(GuestMail::news).toList(),
          () ->
              outbox.enqueue(
                  Sha256.hex("cancelled booking " + event.claimId(), ID_BYTES),
                  letters.news(event, clock.instant()).request()));
    }
  }

  /**
   * Withdraws emails, and enqueues another one unless none was sent. The outbox forgets a sent
   * email after a month, so one that it does not know may have been sent.
   */
  private void withdrawOr(List<String> emails, Runnable enqueue) {
    // First, because a withdrawal makes the email known.
    if (emails.stream().anyMatch(id -> outbox.find(id).isEmpty())) {
      enqueue.run();
    }
    // All of them, because one that waits would follow the cancellation.
    if (emails.stream().filter(id -> !outbox.withdraw(id, Email.KIND)).count() > 0) {
      enqueue.run();
    }
  }

  private static String cancellation(String id) {
    return Sha256.hex("cancelled meeting " + id, ID_BYTES);
  }

  private static String news(LocalEvent event) {
    return Sha256.hex("booking " + event.claimId(), ID_BYTES);
  }

  private static String invitation(String id) {
    return Sha256.hex("meeting " + id, ID_BYTES);
  }
}
