package dev.gatehouse.areas.notifications.mail;

import java.util.Locale;

/** The parts of a mailbox that the settings name. */
public final class EmailAddress {
  private EmailAddress() {}

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
