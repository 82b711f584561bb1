package dev.gatehouse.outbox;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.pages.Mail;
import java.util.Objects;

/**
 * Email to one recipient: the outbox's kind {@value #KIND}.
 *
 * @param to its address; empty for the owner's, which is read when the email is sent
 * @param replyTo address for replies; empty for the sender
 * @param subject one line
 * @param text the body as plain text
 * @param html the body as HTML, which states the same; empty for none
 * @param calendar attached calendar object; null for none
 * @param personal whether a person wrote the text, so that no mail program takes it for an
 *     automatic one
 * @param unsubscribe address that ends a subscription with a POST (RFC 8058); empty for none
 */
public record Email(
    String to,
    String replyTo,
    String subject,
    String text,
    String html,
    CalendarPart calendar,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean personal,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String unsubscribe) {
  public static final String KIND = "mail";

  /** Maximum number of characters. It includes the longest subject of a caller and a prefix. */
  private static final int MAX_SUBJECT = 10_100;

  /**
   * An iCalendar object (RFC 5545) as a part of an email (RFC 6047).
   *
   * @param method REQUEST, CANCEL or PUBLISH, as within the object
   * @param object its text
   */
  public record CalendarPart(String method, String object) {}

  public Email {
    to = Objects.requireNonNullElse(to, "");
    replyTo = Objects.requireNonNullElse(replyTo, "");
    subject = Objects.requireNonNullElse(subject, "");
    text = Objects.requireNonNullElse(text, "");
    html = Objects.requireNonNullElse(html, "");
    unsubscribe = Objects.requireNonNullElse(unsubscribe, "");
  }

  /** Creates an email that no person wrote. */
  public Email(
      String to, String replyTo, String subject, String text, String html, CalendarPart calendar) {
    this(to, replyTo, subject, text, html, calendar, false, "");
  }

  /** Creates an email without design. */
  public static Email plain(String to, String subject, String text) {
    return new Email(to, "", subject, text, "", null);
  }

  /**
   * Creates an email with the design of the site.
   *
   * @param to its address; empty for the owner's
   */
  public static Email of(String to, Mail mail) {
    return new Email(to, "", mail.subject(), mail.text(), mail.html(), null);
  }

  /** Creates an email to the site's owner with the design of the site. */
  public static Email toOwner(String replyTo, Mail mail) {
    return new Email("", replyTo, mail.subject(), mail.text(), mail.html(), null);
  }

  public Email with(CalendarPart other) {
    return new Email(to, replyTo, subject, text, html, other, personal, unsubscribe);
  }

  /** Returns this email with an address for replies. */
  public Email replyingTo(String other) {
    return new Email(to, other, subject, text, html, calendar, personal, unsubscribe);
  }

  /** Returns this email as one that a person wrote. */
  public Email asPersonal() {
    return new Email(to, replyTo, subject, text, html, calendar, true, unsubscribe);
  }

  /** Returns this email with an address that ends a subscription with a POST. */
  public Email unsubscribedAt(String address) {
    return new Email(to, replyTo, subject, text, html, calendar, personal, address);
  }

  /** Returns this email with another recipient. */
  public Email readdressed(String other) {
    return new Email(other, replyTo, subject, text, html, calendar, personal, unsubscribe);
  }

  /**
   * Returns this email with its addresses in the form that SMTP servers accept. Also checks that no
   * text can add a header line.
   *
   * @throws dev.gatehouse.bus.ApiException 400 that names the invalid field
   */
  public Email checked() {
    badRequestUnless(!subject.isBlank(), "subject", "must not be blank");
    badRequestUnless(
        subject.codePointCount(0, subject.length()) <= MAX_SUBJECT,
        "subject",
        "must have at most " + MAX_SUBJECT + " characters");
    badRequestUnless(
        AcceptableText.isLine(subject), "subject", "must not contain control characters");
    badRequestUnless(!text.isBlank(), "body", "must not be blank");
    return new Email(
        ascii("to", to),
        ascii("replyTo", replyTo),
        subject,
        text,
        html,
        calendar,
        personal,
        unsubscribe);
  }

  private static String ascii(String field, String address) {
    if (address.isEmpty()) {
      return "";
    }
    return MailText.asciiAddress(address)
        .orElseThrow(() -> ApiException.invalid(field, "must be an e-mail address"));
  }

  /**
   * Returns this email as an outbox request, after checking it.
   *
   * @throws dev.gatehouse.bus.ApiException 400 that names the invalid field
   */
  public OutboxRequest request() {
    Email checked = checked();
    return new OutboxRequest(
        KIND, new OutboxEntry.Matter(checked.to(), checked.subject()), checked);
  }
}
