package dev.gatehouse.area;

import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages;
import java.util.List;

/** Email to the owner that lists many entries at once. */
public final class DigestMail {
  private static final int MAX_LISTED = 200;

  private DigestMail() {}

  /**
   * Returns the email, and says how many entries it leaves out.
   *
   * @param key of its texts; the button has the text {@code key.open}
   * @param url of the console's page with the entries
   * @param lines one for each entry, the most important first
   */
  public static Email of(Pages pages, String key, String url, List<String> lines) {
    int more = lines.size() - MAX_LISTED;
    return Email.toOwner(
        "",
        pages
            .mail(key, Integer.toString(lines.size()))
            .button(pages.text(key + ".open"), url)
            .quote(String.join("\n", lines.subList(0, Math.min(lines.size(), MAX_LISTED))))
            .paragraph(more > 0 ? pages.text("mail.report.more", more) : "")
            .mail());
  }
}
