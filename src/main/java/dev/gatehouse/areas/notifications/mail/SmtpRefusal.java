package dev.gatehouse.areas.notifications.mail;

import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import io.vertx.ext.mail.SMTPException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Meaning of an SMTP server's negative reply. Only a permanent rejection of the recipient or of the
 * email's content ends the attempts. The owner can remove every other cause: a wrong password, an
 * unverified sender, a blocked address, an exhausted quota.
 */
final class SmtpRefusal {
  private static final int TOO_LARGE = 552;

  /** Wording of services that reject the account or sender in reply to RCPT or DATA. */
  private static final Pattern ACCOUNT =
      Pattern.compile(
          "relay|sender|send ?as|authenticat|authori[sz]ed|not verified|sandbox|permission"
              + "|limit|quota|exceeded|suspended|disabled|blocked|blacklist|block list"
              + "|\\b5\\.7\\.(26|57|60|64|139)\\b|\\b5\\.4\\.5\\b",
          Pattern.CASE_INSENSITIVE);

  /**
   * Statuses of a mailbox that does not exist or accepts no email, where servers write them. Other
   * numbers can be parts of addresses and versions.
   */
  private static final Pattern MAILBOX =
      Pattern.compile("(?m)(?:^\\d{3}[ -]#?|\\(#)5\\.(?:1\\.(?:1|2|3|6|10)|2\\.1)\\b");

  /** Status of RFC 3463, which contains no part of the email. */
  private static final Pattern STATUS =
      Pattern.compile("^\\d{3}[ -](\\d\\.\\d{1,3}\\.\\d{1,3})\\b");

  private SmtpRefusal() {}

  static DeliveryException of(SMTPException reply) {
    String step = step(String.valueOf(reply.getMessage()));
    Matcher status = STATUS.matcher(reply.getReplyMessage());
    String code = reply.getReplyCode() + (status.find() ? " " + status.group(1) : "");
    return new DeliveryException(
        isFinal(reply, step) ? Outcome.REFUSED : Outcome.FAILED,
        "the SMTP server rejected the " + step + ": " + code,
        reply);
  }

  private static boolean isFinal(SMTPException reply, String step) {
    if (!reply.isPermanent()) {
      return false;
    }
    String text = String.join("\n", reply.getReplyMessages());
    return switch (step) {
      case "recipient" -> MAILBOX.matcher(text).find() || !ACCOUNT.matcher(text).find();
      case "email" -> !ACCOUNT.matcher(text).find();
      case "sender" -> reply.getReplyCode() == TOO_LARGE;
      default -> false;
    };
  }

  /** Returns the rejected step. The mail client names it at the start of its message. */
  private static String step(String message) {
    if (message.startsWith("AUTH")) {
      return "login";
    }
    if (message.startsWith("sender")) {
      return "sender";
    }
    if (message.startsWith("recipient")) {
      return "recipient";
    }
    boolean data = message.startsWith("DATA") || message.startsWith("sending data");
    return data ? "email" : "connection";
  }
}
