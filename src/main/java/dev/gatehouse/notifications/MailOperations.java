package dev.gatehouse.notifications;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
        "notifications.sendEmail",
            Area.giving(Done.class, Area.taking(EmailRequest.class, this::sendNow)),
        "notifications.listOutbox", Area.giving(Listing.class, this::list),
        "notifications.retryMail", Area.giving(Done.class, this::retry));
  }

  private record EmailRequest(String to, String subject, String body) {}

  private record MailRequest(String id, Letter letter) {}

  private record Listed(
      String _id,
      String to,
      String subject,
      @JsonUnwrapped Progress progress,
      @JsonUnwrapped Outbox.Times times) {

    private record Progress(String state, int attempts, String error) {
      static Progress of(Outbox.Progress stored) {
        String state = stored.state().name().toLowerCase(Locale.ROOT);
        return new Progress(state, stored.attempts(), stored.error());
      }
    }

    static Listed of(Entry entry) {
      return new Listed(
          entry.id(),
          entry.letter().to().isEmpty() ? "owner" : entry.letter().to(),
          entry.letter().subject(),
          Progress.of(entry.progress()),
          entry.times());
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
