package dev.gatehouse.pages;

import module java.base;

import dev.gatehouse.settings.Settings;

/** List in Markdown of the time for which the site stores data about visitors. */
final class RetentionText {
  /** Is replaced in legal pages. */
  static final String PLACEHOLDER = "{{retention}}";

  private static final int HOURS_A_DAY = 24;
  private static final double DAYS_A_YEAR = 365.25;

  /** Retentions that are not settings. */
  private static final int FIXED_DAYS = 30;

  /**
   * Stored data.
   *
   * @param area that stores it; null for the node
   * @param section and key of the setting, which is also the end of its text's key
   */
  private record Stored(String area, String section, String key) {}

  private static final List<Stored> ALL =
      List.of(
          new Stored("notifications", "retention", "hireForms"),
          new Stored("notifications", "retention", "spam"),
          new Stored("calendar", "retention", "bookings"),
          new Stored("commerce", "retention", "rejectedReviews"),
          new Stored("storefront", "storefront", "cartTtl"),
          new Stored("storefront", "retention", "orders"),
          new Stored("site", "links", "clickRetention"),
          new Stored(null, "security", "banMemory"));

  private RetentionText() {}

  static String of(Settings settings, Texts texts) {
    Set<String> off = settings.areasOff();
    List<String> lines = new ArrayList<>();
    for (Stored stored : ALL) {
      Duration kept = settings.section(stored.section()).duration(stored.key());
      if (stored.area() == null || !off.contains(stored.area())) {
        lines.add(line(texts, stored.key(), kept));
      }
    }
    if (!off.contains("storefront")) {
      lines.add(texts.text("privacy.newsletter"));
    }
    lines.add(line(texts, "emails", Duration.ofDays(FIXED_DAYS)));
    lines.add(line(texts, "trash", Duration.ofDays(FIXED_DAYS)));
    return lines.stream().map(line -> "- " + line + "\n").collect(Collectors.joining());
  }

  private static String line(Texts texts, String key, Duration kept) {
    return texts.text("privacy." + key, time(texts, kept));
  }

  private static String time(Texts texts, Duration kept) {
    long days = Math.ceilDiv(kept.toHours(), HOURS_A_DAY);
    long years = Math.round(days / DAYS_A_YEAR);
    if (years > 0 && Math.abs(days - years * DAYS_A_YEAR) <= years) {
      return texts.text("privacy.years", years);
    }
    return kept.isZero() ? texts.text("privacy.unlimited") : texts.text("privacy.days", days);
  }
}
