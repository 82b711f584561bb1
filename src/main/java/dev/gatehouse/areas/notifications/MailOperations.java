package dev.gatehouse.areas.notifications;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.notifications.mail.PostOffice;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.MailMessages;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.pages.Mail;
import io.vertx.ext.mail.SMTPException;

/**
 * Operations that send email immediately for clients, list the outbox, and preview emails.
 *
 * @param samples creates an email of each kind with sample data
 * @param logo URL of the logo for browsers, which cannot show the email's attachment; empty if
 *     emails have no logo
 */
record MailOperations(
    PostOffice post,
    Outbox outbox,
    OwnerMails contents,
    Supplier<Map<String, Email>> samples,
    String logo,
    InstantSource clock) {
  /** Emails that wait after a failed attempt. */
  private static final String DELAYED = "delayed";

  Map<String, Area.Handler> operations() {
    return Map.of(
        "notifications.sendEmail", Area.returning(Done.class, EmailRequest.class, this::sendNow),
        "notifications.listOutbox", Area.returning(Listing.class, this::list),
        "notifications.previewMail", Area.returning(Sample.class, this::preview),
        "notifications.retryMail", Area.returning(Done.class, this::retry),
        "notifications.flushMail", Area.returning(Done.class, this::flush));
  }

  /** Returns the handler of the command line's test. */
  Message.Handlers messages() {
    return Message.Handlers.of().on(MailMessages.TEST, (call, receiver) -> test(receiver.to()));
  }

  private Done test(String to) {
    return send(contents.test(to).checked());
  }

  /**
   * @param unsubscribeUrl empty for none
   */
  private record EmailRequest(String to, String subject, String body, String unsubscribeUrl) {}

  private record Listed(
      String _id,
      String to,
      String subject,
      @JsonUnwrapped Progress progress,
      @JsonUnwrapped OutboxEntry.Times times) {

    private record Progress(String state, int attempts, String error) {
      static Progress of(OutboxEntry.Progress stored) {
        String state = stored.state().name().toLowerCase(Locale.ROOT);
        return new Progress(state, stored.attempts(), stored.error());
      }
    }

    static Listed of(OutboxEntry entry) {
      return new Listed(
          entry.id(),
          entry.matter().receiver(),
          entry.matter().title(),
          Progress.of(entry.progress()),
          entry.times());
    }
  }

  private record Listing(boolean success, List<Listed> mails, PageOrder.Pagination pagination) {}

  private record Sample(
      boolean success, List<String> kinds, String kind, String subject, String text, String html) {}

  private Answer preview(Call call) {
    var emails = new TreeMap<>(samples.get());
    String kind = Objects.requireNonNullElse(call.text("kind"), emails.firstKey());
    Email email = emails.get(kind);
    if (email == null) {
      throw ApiException.of(ErrorCode.MAIL_NOT_FOUND, "no kind of email has this name");
    }
    return Answer.ok(
        new Sample(
            true,
            List.copyOf(emails.keySet()),
            kind,
            email.subject(),
            email.text(),
            email.html().replace(Mail.LOGO, logo)));
  }

  private Answer sendNow(Call call, EmailRequest email) {
    Email letter =
        Email.plain(email.to(), email.subject(), email.body())
            .asPersonal()
            .unsubscribedAt(email.unsubscribeUrl())
            .checked();
    return Answer.ok(send(letter));
  }

  private Done send(Email letter) {
    try {
      post.send(letter, post.messageId(outbox.newId()), clock.instant());
      return new Done(true, "the mail was accepted");
    } catch (DeliveryException e) {
      boolean rejected = e.outcome() == Outcome.REFUSED || e.getCause() instanceof SMTPException;
      throw ApiError.of(
              rejected ? ErrorCode.MAIL_REJECTED : ErrorCode.MAIL_UNREACHABLE, e.getMessage())
          .because(e.getMessage() + " (" + e.reason() + ")")
          .exception();
    }
  }

  private Answer list(Call call) {
    String state = call.text("state");
    var entries =
        state.equals(DELAYED)
            ? outbox.selectDelayed(Email.KIND)
            : outbox.select(Email.KIND, OutboxEntry.State.valueOf(state.toUpperCase(Locale.ROOT)));
    var page = ListPage.of(call, entries, Listed::of);
    return Answer.ok(new Listing(true, page.entries(), page.pagination()));
  }

  private Answer flush(Call call) {
    long count = outbox.flush(Email.KIND);
    return Answer.ok(new Done(true, count + " waiting emails will be tried now"));
  }

  private Answer retry(Call call) {
    return outbox
        .retry(call.text("id"))
        .map(entry -> Answer.ok(new Done(true, "the mail will be tried again")))
        .orElseThrow(() -> ApiException.of(ErrorCode.MAIL_NOT_FOUND, "no failed mail has this ID"));
  }
}
