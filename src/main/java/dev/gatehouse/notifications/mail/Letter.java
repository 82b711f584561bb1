package dev.gatehouse.notifications.mail;

import dev.gatehouse.bus.Failure;

/**
 * One e-mail to one recipient, in plain text.
 *
 * @param to its address; empty for the owner's, which is looked up when it is sent
 * @param replyTo where an answer goes; empty for the sender
 * @param subject one line
 * @param text the body
 * @param invitation an iCalendar object that is attached; empty for none
 */
public record Letter(String to, String replyTo, String subject, String text, String invitation) {
  private static final int MOST_SUBJECT = 998;

  public Letter {
    to = to == null ? "" : to;
    replyTo = replyTo == null ? "" : replyTo;
    subject = subject == null ? "" : subject;
    text = text == null ? "" : text;
    invitation = invitation == null ? "" : invitation;
  }

  /** A letter to the site's owner. */
  public static Letter toOwner(String replyTo, String subject, String text) {
    return new Letter("", replyTo, subject, text, "");
  }

  /**
   * This letter, if none of its texts can become a header line of its own.
   *
   * @throws dev.gatehouse.bus.FailureException 400 that names the field
   */
  public Letter checked() {
    require(to.isEmpty() || EmailAddress.valid(to), "to must be an e-mail address");
    require(replyTo.isEmpty() || EmailAddress.valid(replyTo), "replyTo must be an e-mail address");
    require(!subject.isBlank(), "subject must not be blank");
    require(subject.length() <= MOST_SUBJECT, "subject is too long");
    require(
        subject.codePoints().noneMatch(Letter::breaksHeader),
        "subject must not contain control characters");
    require(!text.isBlank(), "body must not be blank");
    return this;
  }

  /** Control characters, line separators and halves of a character pair. */
  private static boolean breaksHeader(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw Failure.of(400, message).exception();
    }
  }
}
