package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

/**
 * Dates as people and spreadsheets write them, converted to ISO 8601: 31.01.2026, 1/31/2026 9:30
 * PM, Jan 31, 2026, 31-Jan-2026, 2026/1/31.
 */
final class DateForms {
  private static final String YEAR = "([0-9]{4})";
  private static final String DAY = "([0-9]{1,2})";
  private static final String NAME = "([A-Za-z]{3})[a-z]*\\.?";
  private static final String REST = "([ T,].*)?";
  private static final Pattern DOTS = Pattern.compile(DAY + "\\." + DAY + "\\." + YEAR + REST);
  private static final Pattern MARKS = Pattern.compile(DAY + "([/-])" + DAY + "\\2" + YEAR + REST);
  private static final Pattern NAME_FIRST = Pattern.compile(NAME + " " + DAY + ",? " + YEAR + REST);
  private static final Pattern DAY_FIRST =
      Pattern.compile(DAY + "[ -]" + NAME + "[ -]" + YEAR + REST);
  private static final Pattern YEAR_FIRST =
      Pattern.compile(YEAR + "([./-])" + DAY + "\\2" + DAY + REST);
  private static final Pattern SHORT_YEAR =
      Pattern.compile("[0-9]{1,2}[./-]([0-9]{1,2}|[A-Za-z]{3})[./-][0-9]{2}([ T].*)?");
  private static final Pattern TIME =
      Pattern.compile(
          "[ T,]+([0-9]{1,2}):([0-9]{2})(:[0-9]{2}(?:[.,][0-9]+)?)?(?: ?([AaPp])[.]?[Mm][.]?)?(.*)");
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
    if (SHORT_YEAR.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' has a year of two digits: write dates as 2026-01-31");
    }
    if (text.length() < 8 || text.length() > 40) {
      return text;
    }
    if (text.chars().limit(4).allMatch(Character::isDigit)) {
      return hasTwoDigits(text) ? text : ofYearFirst(text);
    }
    Matcher form = DOTS.matcher(text);
    if (form.matches()) {
      return iso(form.group(3), form.group(2), form.group(1), form.group(4), text);
    }
    form = MARKS.matcher(text);
    if (form.matches()) {
      if (dayFirst == null || bothOrders) {
        throw new IllegalArgumentException(
            "'" + text + "': day or month first? Write dates as 2026-01-31");
      }
      String day = form.group(dayFirst ? 1 : 3);
      return iso(form.group(4), form.group(dayFirst ? 3 : 1), day, form.group(5), text);
    }
    form = NAME_FIRST.matcher(text);
    if (form.matches()) {
      return iso(form.group(3), month(form.group(1)), form.group(2), form.group(4), text);
    }
    form = DAY_FIRST.matcher(text);
    if (form.matches()) {
      return iso(form.group(3), month(form.group(2)), form.group(1), form.group(4), text);
    }
    return text;
  }

  /** Returns whether month and day have two digits, as nearly all that begin with the year. */
  private static boolean hasTwoDigits(String text) {
    return text.length() >= 10
        && Character.isDigit(text.charAt(6))
        && Character.isDigit(text.charAt(9));
  }

  private static String ofYearFirst(String text) {
    Matcher form = YEAR_FIRST.matcher(text);
    return form.matches()
        ? iso(form.group(1), form.group(3), form.group(4), form.group(5), text)
        : text;
  }

  private static String month(String name) {
    return String.valueOf(MONTHS.indexOf(name.toLowerCase(Locale.ROOT)) + 1);
  }

  private static String iso(String year, String month, String day, String rest, String text) {
    String date = year + "-" + two(month) + "-" + two(day);
    if (rest == null || rest.isBlank()) {
      return date;
    }
    Matcher time = TIME.matcher(rest);
    if (!time.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a time");
    }
    int hour = Integer.parseInt(time.group(1));
    if (time.group(4) != null) {
      hour = hour % NOON + (time.group(4).equalsIgnoreCase("p") ? NOON : 0);
    }
    String seconds = time.group(3) == null ? "" : time.group(3);
    return date + "T" + two(String.valueOf(hour)) + ":" + time.group(2) + seconds + time.group(5);
  }

  private static String two(String number) {
    return number.length() < 2 ? "0" + number : number;
  }
}
