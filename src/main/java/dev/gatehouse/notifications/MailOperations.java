package dev.gatehouse.notifications;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.notifications.mail.Letter;
import dev.gatehouse.notifications.mail.MailException;
import dev.gatehouse.notifications.mail.Outbox;
import dev.gatehouse.notifications.mail.Outbox.Entry;
import dev.gatehouse.notifications.mail.Outbox.State;
import dev.gatehouse.notifications.mail.PostOffice;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sends mail at once for clients, keeps promises of mail for other areas, shows the outbox. */
final class MailOperations {
  private final PostOffice post;
  private final Outbox outbox;
  private final InstantSource clock;

  MailOperations(PostOffice post, Outbox outbox, InstantSource clock) {
    this.post = post;
    this.outbox = outbox;
    this.clock = clock;
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "notifications.sendEmail", Area.taking(EmailRequest.class, this::sendNow),
        "notifications.listOutbox", this::list,
        "notifications.retryMail", this::retry);
  }

  private record EmailRequest(String to, String subject, String body) {}

  private record MailRequest(String id, Letter letter) {}

  private record Listed(
      String _id,
      String to,
      String subject,
      String state,
      int attempts,
      String error,
      Instant due,
      Instant createdAt,
      Instant sentAt) {
    static Listed of(Entry entry) {
      return new Listed(
          entry.id(),
          entry.letter().to().isEmpty() ? "owner" : entry.letter().to(),
          entry.letter().subject(),
          entry.state().name().toLowerCase(Locale.ROOT),
          entry.attempts(),
          entry.error(),
          entry.due(),
          entry.createdAt(),
          entry.sentAt());
    }
  }

  private record Listing(boolean success, List<Listed> mails) {}

  private Answer sendNow(Call call, EmailRequest email) {
    Letter letter = new Letter(email.to(), "", email.subject(), email.body(), "").checked();
    try {
      post.send(letter, outbox.newMessageId(), clock.instant());
      return Answer.ok(new Done(true, "the mail was accepted"));
    } catch (MailException e) {
      throw Failure.of(502, e.getMessage())
          .because(e.getMessage() + " (" + e.reason() + ")")
          .exception();
    }
  }

  /**
   * Another area's letter: {@code {id, letter}}, a {@link Letter}, the owner's without {@code to},
   * and 24 hex digits that are this promise's own. Answered once it is stored; whoever has not
   * heard that asks again, and it goes out once all the same.
   */
  Answer enqueue(Call call) {
    MailRequest promise = call.body(MailRequest.class);
    outbox.enqueueOnce(promise.id(), promise.letter().checked(), clock.instant());
    return Answer.ok(new Done(true, "the mail is promised"));
  }

  private Answer list(Call call) {
    State state = State.valueOf(call.text("state").toUpperCase(Locale.ROOT));
    return Answer.ok(
        new Listing(
            true,
            outbox.list(state, (int) call.number("limit")).stream().map(Listed::of).toList()));
  }

  private Answer retry(Call call) {
    return outbox
        .retry(call.text("id"), clock.instant())
        .map(entry -> Answer.ok(new Done(true, "the mail will be tried again")))
        .orElseThrow(() -> Failure.of(404, "no dead mail has this id").exception());
  }
}
