package dev.gatehouse.outbox;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.formats.MailText;

/**
 * One e-mail to one recipient, in plain text: the outbox's kind {@value #KIND}.
 *
 * @param to its address; empty for the owner's, which is looked up when it is sent
 * @param replyTo where an answer goes; empty for the sender
 * @param subject one line
 * @param text the body
 * @param calendar is attached; null for none
 */
public record Email(String to, String replyTo, String subject, String text, CalendarPart calendar) {
  public static final String KIND = "mail";

  /** Characters; a line of a mail has at most 998, the field's name among them. */
  private static final int MAX_SUBJECT = 900;

  /**
   * An iCalendar object (RFC 5545) as a part of a mail (RFC 6047).
   *
   * @param method REQUEST or CANCEL, the same as within the object
   * @param object its text
   */
  public record CalendarPart(String method, String object) {}

  public Email {
    to = to == null ? "" : to;
    replyTo = replyTo == null ? "" : replyTo;
    subject = subject == null ? "" : subject;
    text = text == null ? "" : text;
  }

  /** A letter to the site's owner. */
  public static Email toOwner(String replyTo, String subject, String text) {
    return new Email("", replyTo, subject, text, null);
  }

  /** This letter to another address. */
  public Email readdressed(String other) {
    return new Email(other, replyTo, subject, text, calendar);
  }

  /**
   * This letter with its addresses as SMTP servers take them, if none of its texts can become a
   * header line of its own.
   *
   * @throws dev.gatehouse.bus.ApiException 400 that names the field
   */
  public Email checked() {
    badRequestUnless(!subject.isBlank(), "subject must not be blank");
    badRequestUnless(
        subject.codePointCount(0, subject.length()) <= MAX_SUBJECT,
        "subject must have at most " + MAX_SUBJECT + " characters");
    badRequestUnless(MailText.isOneLine(subject), "subject must not contain control characters");
    badRequestUnless(!text.isBlank(), "body must not be blank");
    return new Email(ascii("to", to), ascii("replyTo", replyTo), subject, text, calendar);
  }

  private static String ascii(String field, String address) {
    return address.isEmpty()
        ? ""
        : MailText.asciiAddress(address)
            .orElseThrow(() -> ApiError.of(400, field + " must be an e-mail address").exception());
  }

  /**
   * This letter for the outbox, checked.
   *
   * @throws dev.gatehouse.bus.ApiException 400 that names the field which is wrong
   */
  public OutboxRequest request() {
    Email checked = checked();
    return new OutboxRequest(
        KIND, new OutboxEntry.Matter(checked.to(), checked.subject()), checked);
  }
}
