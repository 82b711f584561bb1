package dev.gatehouse.pages;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Locale;

/**
 * Name, files and texts of the site, which every template gets.
 *
 * @param lang language tag
 * @param files paths of the files that each page loads
 */
public record Site(String name, String lang, Files files, List<FooterLink> footer, Texts texts) {
  /**
   * Paths of files.
   *
   * @param logo null without one
   */
  public record Files(String style, String icon, String logo) {}

  /** Link at the end of each page. */
  public record FooterLink(String text, String url) {}

  /** Returns the day of a time, in UTC. */
  public String date(Instant time) {
    return DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
        .withLocale(Locale.forLanguageTag(lang))
        .format(time.atOffset(ZoneOffset.UTC));
  }

  /** Returns a text in the language of the site. */
  public String text(String key, Object... values) {
    return texts.text(key, values);
  }
}
