package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

/**
 * Dates as people and spreadsheets write them, converted to ISO 8601: 31.01.2026, 1/31/2026 9:30
 * PM, Jan 31, 2026, 31-Jan-2026, 2026/1/31.
 */
final class DateForms {
  private static final String YEAR = "(?<year>[0-9]{4})";
  private static final String DAY = "(?<day>[0-9]{1,2})";
  private static final String NUMBER = "(?<month>[0-9]{1,2})";
  private static final String NAME = "(?<month>[A-Za-z]{3})[a-z]*\\.?";
  private static final String REST = "(?<rest>[ T,].*)?";
  private static final List<Pattern> FORMS =
      Stream.of(
              DAY + "\\." + NUMBER + "\\." + YEAR + REST,
              NAME + " " + DAY + ",? " + YEAR + REST,
              "(?:[A-Za-z]{3}, )?" + DAY + "[ -]" + NAME + "[ -]" + YEAR + REST,
              YEAR + "(?<mark>[./-])" + NUMBER + "\\k<mark>" + DAY + REST)
          .map(Pattern::compile)
          .toList();
  private static final Pattern MARKS =
      Pattern.compile("([0-9]{1,2})([/-])([0-9]{1,2})\\2" + YEAR + REST);
  private static final Pattern SHORT_YEAR =
      Pattern.compile("[0-9]{1,2}[./-]([0-9]{1,2}|[A-Za-z]{3})[./-][0-9]{2}([ T].*)?");
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final int NOON = 12;

  /** True if 01/02/2026 begins with the day; null until a date has shown it. */
  private Boolean dayFirst;

  private boolean bothOrders;

  void learn(String text) {
    Matcher marks = MARKS.matcher(text);
    if (marks.matches()) {
      int one = Integer.parseInt(marks.group(1));
      int two = Integer.parseInt(marks.group(3));
      if (one > NOON || two > NOON) {
        bothOrders |= dayFirst != null && dayFirst != one > NOON;
        dayFirst = one > NOON;
      }
    }
  }

  /** Returns whether the order of day and month of a date follows only from other dates. */
  static boolean needsOrder(String text) {
    return MARKS.matcher(text).matches();
  }

  /** Returns a date or time in ISO 8601, and any other text unchanged. */
  String iso(String text) {
    if (beginsWithYear(text) && hasTwoDigits(text)) {
      return text;
    }
    if (SHORT_YEAR.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' has a year of two digits: write dates as 2026-01-31");
    }
    if (text.length() < 8 || text.length() > 40) {
      return text;
    }
    Matcher form = MARKS.matcher(text);
    if (form.matches()) {
      if (dayFirst == null || bothOrders) {
        throw new IllegalArgumentException(
            "'" + text + "': day or month first? Write dates as 2026-01-31");
      }
      return iso(form, form.group(dayFirst ? 3 : 1), form.group(dayFirst ? 1 : 3));
    }
    for (Pattern each : FORMS) {
      form = each.matcher(text);
      if (form.matches()) {
        return iso(form, month(form.group("month")), form.group("day"));
      }
    }
    return text;
  }

  private static boolean beginsWithYear(String text) {
    return text.length() >= 10
        && Character.isDigit(text.charAt(0))
        && Character.isDigit(text.charAt(1))
        && Character.isDigit(text.charAt(2))
        && Character.isDigit(text.charAt(3));
  }

  /** Returns whether month and day have two digits, as nearly all that begin with the year. */
  private static boolean hasTwoDigits(String text) {
    return Character.isDigit(text.charAt(6)) && Character.isDigit(text.charAt(9));
  }

  private static String month(String text) {
    return Character.isDigit(text.charAt(0))
        ? text
        : String.valueOf(MONTHS.indexOf(text.toLowerCase(Locale.ROOT)) + 1);
  }

  private static String iso(Matcher form, String month, String day) {
    String date = form.group("year") + "-" + two(month) + "-" + two(day);
    String rest = form.group("rest");
    return rest == null || rest.isBlank() ? date : date + rest.replaceFirst("^[ T,]+", "T");
  }

  private static String two(String number) {
    return number.length() < 2 ? "0" + number : number;
  }
}
