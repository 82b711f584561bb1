package dev.gatehouse.pages;

import dev.gatehouse.bus.Answer;

/**
 * Page behind a signed link. Opening a link only shows a question, because mail programs open links
 * automatically. The button posts to the same address, without a script.
 *
 * @param key group of the texts: {@code title}, and {@code text} or {@code button}
 * @param subject of the action; empty without one
 * @param back address of the page on which nothing has changed; empty for none
 * @param question whether it has a button that triggers the link's action
 */
public record LinkPage(String key, String subject, boolean question, String back) {
  /** Returns a page that asks before it acts. */
  public static Answer question(Pages pages, String key, String subject) {
    return pages.answer("link", new LinkPage(key, subject, true, ""));
  }

  /** Returns a page that asks before it acts, with a way back. */
  public static Answer question(Pages pages, String key, String subject, String back) {
    return pages.answer("link", new LinkPage(key, subject, true, back));
  }

  /** Returns a page that reports what was done. */
  public static Answer notice(Pages pages, String key) {
    return pages.answer("link", new LinkPage(key, "", false, ""));
  }
}
