package dev.gatehouse.areas.notifications.mail;

import module java.base;

import dev.gatehouse.formats.Mailbox;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Mail;
import dev.gatehouse.pages.PageFile;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.mail.MailAttachment;
import io.vertx.ext.mail.MailMessage;

/**
 * Converts emails into the mail client's messages.
 *
 * @param logo picture that emails in the site's design contain
 */
record MailComposer(Mailbox from, Optional<PageFile> logo) {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss Z", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** Characters that require quotation marks in a name. */
  private static final Pattern SPECIAL = Pattern.compile("[()<>\\[\\]:;@.,\"\\\\]");

  MailMessage message(Email letter, String messageId, Instant written) {
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .set("Message-ID", messageId)
            .set("Date", DATE.format(written))
            .set("From", sender(from))
            .set("Subject", EncodedWords.of(letter.subject()));
    if (!letter.personal()) {
      headers.set("Auto-Submitted", "auto-generated");
    }
    if (!letter.replyTo().isEmpty()) {
      headers.set("Reply-To", letter.replyTo());
    }
    if (!letter.unsubscribe().isEmpty()) {
      headers.set("List-Unsubscribe", '<' + letter.unsubscribe() + '>');
      headers.set("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    }
    var message =
        new MailMessage()
            .setFrom(from.address())
            .setBounceAddress(from.address())
            .setTo(letter.to())
            .setText(oneLineEnd(plain(letter.text())))
            .setHeaders(headers);
    if (!letter.html().isEmpty()) {
      message.setHtml(oneLineEnd(plain(letter.html())));
      logo.filter(file -> letter.html().contains(Mail.LOGO))
          .ifPresent(file -> message.setInlineAttachment(inline(file)));
    }
    return letter.calendar() == null
        ? message
        : CalendarMessage.of(message, letter.calendar(), messageId);
  }

  private static MailAttachment inline(PageFile logo) {
    return MailAttachment.create()
        .setName("logo")
        .setContentId("<" + Mail.LOGO.substring("cid:".length()) + ">")
        .setContentType(logo.type())
        .setDisposition("inline")
        .setData(Buffer.buffer(logo.bytes()));
  }

  /** Returns the sender in header form. The mail client would turn the name into a comment. */
  static String sender(Mailbox mailbox) {
    String name = EncodedWords.of(mailbox.name());
    if (name.isEmpty()) {
      return mailbox.address();
    }
    if (name.equals(mailbox.name()) && SPECIAL.matcher(name).find()) {
      name = '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
    return name + " <" + mailbox.address() + '>';
  }

  /** Returns text that is valid in an email: no NUL, and uniform line ends. */
  private static String plain(String text) {
    return text.replace("\0", "").replace("\r\n", "\n").replace('\r', '\n');
  }

  /**
   * The mail client's signer ignores blank lines at the end of a part that another part follows.
   */
  private static String oneLineEnd(String text) {
    return text.stripTrailing() + "\n";
  }
}
