package dev.gatehouse.areas.notifications.mail;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email.CalendarPart;
import io.vertx.core.MultiMap;
import io.vertx.ext.mail.MailAttachment;
import io.vertx.ext.mail.MailMessage;
import io.vertx.ext.mail.mailencoder.MailEncoder;

/**
 * Adds a calendar object to a message: as an alternative of the text, which Outlook and Gmail show
 * as an invitation, and as a file for other programs. The mail client only adds attachments, so
 * this class writes the parts and gives them to the client as the message's text.
 */
final class CalendarMessage {
  private static final int BOUNDARY_BYTES = 12;
  private static final int LINE = 76;
  private static final String TYPE = "Content-Type";
  private static final String ENCODING = "Content-Transfer-Encoding";

  private CalendarMessage() {}

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
