package dev.gatehouse.pages;

/**
 * Email in its two forms, which state the same.
 *
 * @param subject one line
 * @param text plain text
 * @param html document without remote content
 */
public record Mail(String subject, String text, String html) {
  /** Source of the logo in {@link #html}, which is a part of the email itself. */
  public static final String LOGO = "cid:logo";
}
