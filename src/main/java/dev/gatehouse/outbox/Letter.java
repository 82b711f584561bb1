package dev.gatehouse.outbox;

import static dev.gatehouse.bus.Failure.badRequestUnless;

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
public record Letter(
    String to, String replyTo, String subject, String text, CalendarPart calendar) {
  public static final String KIND = "mail";

  private static final int MAX_SUBJECT = 998;

  /**
   * An iCalendar object (RFC 5545) as a part of a mail (RFC 6047).
   *
   * @param method REQUEST or CANCEL, the same as within the object
   * @param object its text
   */
  public record CalendarPart(String method, String object) {}

  public Letter {
    to = to == null ? "" : to;
    replyTo = replyTo == null ? "" : replyTo;
    subject = subject == null ? "" : subject;
    text = text == null ? "" : text;
  }

  /** A letter to the site's owner. */
  public static Letter toOwner(String replyTo, String subject, String text) {
    return new Letter("", replyTo, subject, text, null);
  }

  /** This letter to another address. */
  public Letter readdressed(String other) {
    return new Letter(other, replyTo, subject, text, calendar);
  }

  /**
   * This letter, if none of its texts can become a header line of its own.
   *
   * @throws dev.gatehouse.bus.FailureException 400 that names the field
   */
  public Letter checked() {
    badRequestUnless(to.isEmpty() || MailText.isAddress(to), "to must be an e-mail address");
    badRequestUnless(
        replyTo.isEmpty() || MailText.isAddress(replyTo), "replyTo must be an e-mail address");
    badRequestUnless(!subject.isBlank(), "subject must not be blank");
    badRequestUnless(subject.length() <= MAX_SUBJECT, "subject is too long");
    badRequestUnless(MailText.isOneLine(subject), "subject must not contain control characters");
    badRequestUnless(!text.isBlank(), "body must not be blank");
    return this;
  }

  /**
   * This letter for the outbox.
   *
   * @throws dev.gatehouse.bus.FailureException 400 that names the field which is wrong
   */
  public OutboxRequest request() {
    checked();
    return new OutboxRequest(KIND, new OutboxEntry.Matter(to, subject), this);
  }
}
