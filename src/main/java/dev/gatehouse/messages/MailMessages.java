package dev.gatehouse.messages;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.PageOrder;
import java.time.Instant;
import java.util.List;

/** The messages about email: the outbox, the next report and a test. */
public final class MailMessages {
  public static final Message<MailQuery, MailPage> LIST =
      Message.operation("notifications.listOutbox", MailQuery.class, MailPage.class);

  public static final Message<MailId, Done> RETRY =
      Message.operation("notifications.retryMail", MailId.class, Done.class);

  public static final Message<Nothing, Done> FLUSH =
      Message.operation("notifications.flushMail", Nothing.class, Done.class);

  public static final Message<Nothing, NextReport> NEXT_REPORT =
      Message.operation("notifications.nextReport", Nothing.class, NextReport.class);

  /** Sends an email that shows that the mail server accepts it. */
  public static final Message<MailReceiver, Done> TEST =
      Message.of("notifications.testMail", MailReceiver.class, Done.class);

  private MailMessages() {}

  /**
   * A page of the outbox.
   *
   * @param state {@code waiting}, {@code delayed}, {@code sending}, {@code sent} or {@code dead}
   */
  public record MailQuery(String state, int limit, int skip) {}

  public record MailPage(
      boolean success, List<ListedMail> mails, PageOrder.Pagination pagination) {}

  /**
   * An email of the outbox.
   *
   * @param to an address, or {@code owner}
   * @param error null without an error
   * @param due time of the next attempt
   */
  public record ListedMail(
      @JsonProperty("_id") String id,
      String to,
      String subject,
      String state,
      int attempts,
      @JsonInclude(JsonInclude.Include.NON_NULL) String error,
      Instant due) {}

  public record MailId(String id) {}

  /** The report that is emailed next, with the data that is available now. */
  public record NextReport(String due, String subject, String text) {}

  /**
   * The receiver of an email.
   *
   * @param to an address; empty for the owner
   */
  public record MailReceiver(String to) {}
}
