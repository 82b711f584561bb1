package dev.gatehouse.areas.notifications.mail;

import module java.base;

import dev.gatehouse.formats.Mailbox;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Email.CalendarPart;
import dev.gatehouse.pages.Mail;
import dev.gatehouse.pages.PageFile;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.mail.MailAttachment;
import io.vertx.ext.mail.MailMessage;
import io.vertx.ext.mail.mailencoder.MailEncoder;

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

  /**
   * Adds a calendar object to a message: as an alternative of the text, which Outlook and Gmail
   * show as an invitation, and as a file for other programs. The mail client only adds attachments,
   * so this class writes the parts and gives them to the client as the message's text.
   */
  private static final class CalendarMessage {
    private static final int BOUNDARY_BYTES = 12;
    private static final int LINE = 76;
    private static final String TYPE = "Content-Type";
    private static final String ENCODING = "Content-Transfer-Encoding";

    /**
     * @param messageId the same for each attempt, and so are the boundaries
     */
    static MailMessage of(MailMessage message, CalendarPart calendar, String messageId) {
      String boundary = Sha256.hex(messageId, BOUNDARY_BYTES);
      String base64 =
          Base64.getMimeEncoder(LINE, new byte[] {'\n'})
              .encodeToString(calendar.object().getBytes(StandardCharsets.UTF_8));
      List<String> alternatives = new ArrayList<>();
      alternatives.add(encoded(new MailMessage().setText(message.getText())));
      if (message.getHtml() != null) {
        List<MailAttachment> pictures = message.getInlineAttachment();
        alternatives.add(
            encoded(
                new MailMessage()
                    .setHtml(message.getHtml())
                    .setInlineAttachment(pictures == null ? List.of() : pictures)));
      }
      String method = "; method=" + calendar.method();
      alternatives.add(part("text/calendar; charset=utf-8" + method, "base64", base64));
      String content = "multipart/alternative; boundary=\"alternative-" + boundary + '"';
      String file =
          "Content-Disposition: attachment; filename=\"invite.ics\"\n"
              + part("application/ics; name=\"invite.ics\"", "base64", base64);
      MultiMap headers = message.getHeaders();
      headers.set(TYPE, "multipart/mixed; boundary=\"mixed-" + boundary + '"');
      return message
          .setHtml(null)
          .setInlineAttachment(List.of())
          .setText(
              joined(
                  "mixed-" + boundary,
                  List.of(
                      TYPE
                          + ": "
                          + content
                          + "\n\n"
                          + joined("alternative-" + boundary, alternatives),
                      file)));
    }

    private static String joined(String boundary, List<String> parts) {
      var text = new StringBuilder();
      parts.forEach(
          part -> text.append("--").append(boundary).append('\n').append(part).append('\n'));
      return text.append("--").append(boundary).append("--\n").toString();
    }

    private static String part(String type, String encoding, String body) {
      return TYPE + ": " + type + '\n' + ENCODING + ": " + encoding + "\n\n" + body;
    }

    /** Returns a part as the mail client encodes it, without the headers of a whole message. */
    private static String encoded(MailMessage message) {
      String whole = new MailEncoder(message, "localhost").encode().replace("\r\n", "\n");
      int end = whole.indexOf("\n\n");
      String headers =
          whole
              .substring(0, end)
              .lines()
              .filter(line -> line.startsWith("Content-"))
              .collect(Collectors.joining("\n"));
      return headers + "\n\n" + whole.substring(end + 2).stripTrailing() + '\n';
    }
  }

  /**
   * Encodes header text by RFC 2047. The mail client's own encoder splits characters that take two
   * UTF-16 units.
   */
  private static final class EncodedWords {
    /** Maximum length of plain text. A line of an email has at most 998 bytes (RFC 5322). */
    private static final int MAX_PLAIN = 900;

    /** Keeps lines within 76 characters, including the prefix {@code Subject: }. */
    private static final int BYTES_PER_WORD = 39;

    /**
     * Returns plain ASCII text of up to 900 characters unchanged, and other text as encoded words,
     * one per line.
     *
     * @param text without control characters
     */
    static String of(String text) {
      boolean ascii = text.chars().allMatch(c -> c < 0x7f);
      if (ascii && text.length() <= MAX_PLAIN && !text.contains("=?")) {
        return text;
      }
      List<String> words = new ArrayList<>();
      var bytes = new ByteArrayOutputStream();
      text.codePoints()
          .mapToObj(character -> Character.toString(character).getBytes(StandardCharsets.UTF_8))
          .forEach(character -> {
            if (bytes.size() + character.length > BYTES_PER_WORD) {
              words.add(word(bytes));
            }
            bytes.writeBytes(character);
          });
      words.add(word(bytes));
      return String.join("\r\n ", words);
    }

    private static String word(ByteArrayOutputStream bytes) {
      String word = "=?UTF-8?B?" + Base64.getEncoder().encodeToString(bytes.toByteArray()) + "?=";
      bytes.reset();
      return word;
    }
  }
}
