package dev.gatehouse.notifications.mail;

import java.util.Locale;
import java.util.regex.Pattern;

/** The form of an e-mail address that any SMTP server takes: ASCII, one mailbox, no comments. */
public final class EmailAddress {
  private static final int MOST = 254;
  private static final Pattern FORM =
      Pattern.compile(
          "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
              + "@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
              + "(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*");

  private EmailAddress() {}

  public static boolean valid(String text) {
    return text != null
        && text.length() <= MOST
        && text.indexOf('@') <= 64
        && FORM.matcher(text).matches();
  }

  /** The address within {@code Name <address>}, or the text itself. */
  static String within(String mailbox) {
    int open = mailbox.lastIndexOf('<');
    return open >= 0 && mailbox.endsWith(">")
        ? mailbox.substring(open + 1, mailbox.length() - 1)
        : mailbox;
  }

  /** The part after the last @, in small letters. */
  static String domain(String address) {
    return address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
  }
}
