package dev.gatehouse.areas.notifications.mail;

import java.util.Locale;

/** Parses a mailbox from the settings. */
public final class EmailAddress {
  private EmailAddress() {}

  /** Returns the address within {@code Name <address>}, or the text itself. */
  static String within(String mailbox) {
    int open = mailbox.lastIndexOf('<');
    if (open >= 0 && mailbox.endsWith(">")) {
      return mailbox.substring(open + 1, mailbox.length() - 1);
    }
    return mailbox;
  }

  /** Returns the part after the last @, in lower case. */
  static String domain(String address) {
    return address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
  }
}
