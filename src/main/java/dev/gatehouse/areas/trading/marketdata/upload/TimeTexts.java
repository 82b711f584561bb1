package dev.gatehouse.areas.trading.marketdata.upload;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Dates and times as texts. Only ASCII digits are accepted. Each method throws
 * IllegalArgumentException for invalid text.
 */
final class TimeTexts {
  /** Maximum offset from UTC of any zone, and Java's own limit. */
  private static final long MAX_OFFSET_SECONDS = 18 * 3600;

  private static final int MAX_CHARACTERS = 80;
  private static final int NOON = 12;
  private static final Pattern NUMBER = Pattern.compile("(-?[0-9]+)(?:[.]0+)?");

  /** 2026-01-31, with the same mark twice, or 20260131. */
  private static final String DATE =
      "(?<year>[0-9]{4})(?<mark>[-./]?)(?<month>[0-9]{2})\\k<mark>(?<day>[0-9]{2})";

  /** 09:30, 9:30:00.123456789 PM or the forms without colons, and an offset or a zone's name. */
  private static final String TIME =
      "(?<hour>[0-9](?=:)|[0-9]{2})(?<colon>:?)(?<minute>[0-5][0-9])"
          + "(?:\\k<colon>(?<second>[0-5][0-9])(?:[.,](?<fraction>[0-9]{1,9}))?)?"
          + " *+(?<half>[AaPp][.]?[Mm][.]?)?+"
          + " *+(?:[Zz]|(?i:UTC|GMT)?+"
          + "(?:(?<sign>[+-])(?<hours>[0-9]{2})(?::?(?<minutes>[0-5][0-9]))?)?"
          + "|(?i:UTC|GMT)?+(?<zone>\\p{L}.*))";

  private static final Pattern TIME_OF_DAY = Pattern.compile(TIME);

  /** A dash is the separator in FIX. */
  private static final Pattern DATE_AND_TIME = Pattern.compile(DATE + "(?:[Tt -] *" + TIME + ")?");

  /** Time with the highest digit in each place. */
  private static final String USUAL = "9999-99-99T29:59:59";

  private TimeTexts() {}

  /** Returns the number of digits with an optional minus, and zeros as a fraction. */
  static OptionalLong number(String text) {
    Matcher number = NUMBER.matcher(stripped(text));
    if (!number.matches()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(number.group(1)));
    } catch (NumberFormatException e) {
      throw notATime(text.strip());
    }
  }

  /** Returns the microseconds since 1970 of a date with an optional time. */
  static long dateAndTime(String text) {
    if (isUsual(text)) {
      long day = TimeValues.dayOf(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2));
      long minutes = day * 24 * 60 + digits(text, 11, 2) * 60 + digits(text, 14, 2);
      return (minutes * 60 + digits(text, 17, 2)) * 1_000_000;
    }
    Matcher parts = matched(DATE_AND_TIME, text);
    long day = TimeValues.dayOf(part(parts, "year"), part(parts, "month"), part(parts, "day"));
    return day * TimeValues.DAY + (parts.group("hour") == null ? 0 : micros(parts));
  }

  /** Returns whether a text has the form of nearly all files, which is read without a pattern. */
  private static boolean isUsual(String text) {
    boolean usual = text.length() == USUAL.length() || (text.length() == 20 && text.endsWith("Z"));
    for (int i = 0; usual && i < USUAL.length(); i++) {
      char limit = USUAL.charAt(i);
      char found = text.charAt(i);
      usual =
          Character.isDigit(limit)
              ? found >= '0' && found <= limit
              : found == limit || (limit == 'T' && found == ' ');
    }
    return usual && digits(text, 11, 2) < 24;
  }

  private static int digits(String text, int from, int count) {
    return Integer.parseInt(text, from, from + count, 10);
  }

  /**
   * Returns the microseconds of the UTC day. An offset may move the time to the day before or
   * after.
   */
  static long timeOfDay(String text) {
    return micros(matched(TIME_OF_DAY, text));
  }

  private static Matcher matched(Pattern form, String text) {
    Matcher parts = form.matcher(stripped(text));
    if (!parts.matches()) {
      throw notATime(text.strip());
    }
    if (parts.group("zone") != null) {
      throw new IllegalArgumentException(
          "'" + text.strip() + "' has the name of a zone: write its offset, such as -05:00");
    }
    return parts;
  }

  private static long micros(Matcher parts) {
    int hour = part(parts, "hour");
    String half = parts.group("half");
    if (half != null) {
      hour = hour % NOON + (Character.toUpperCase(half.charAt(0)) == 'P' ? NOON : 0);
    }
    long offset = (part(parts, "hours") * 60L + part(parts, "minutes")) * 60;
    if (hour > 23 || offset > MAX_OFFSET_SECONDS) {
      throw notATime(parts.group());
    }
    long local = (hour * 60L + part(parts, "minute")) * 60 + part(parts, "second");
    long utc = "-".equals(parts.group("sign")) ? local + offset : local - offset;
    String fraction = parts.group("fraction");
    long nanos = fraction == null ? 0 : Long.parseLong((fraction + "00000000").substring(0, 9));
    return utc * 1_000_000 + TimeValues.micros(nanos);
  }

  /** Returns a part of digits; 0 if it is absent. */
  private static int part(Matcher parts, String name) {
    String digits = parts.group(name);
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private static String stripped(String text) {
    String stripped = text.strip();
    if (stripped.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException("more than " + MAX_CHARACTERS + " characters: not a time");
    }
    return stripped;
  }

  private static IllegalArgumentException notATime(String text) {
    return new IllegalArgumentException("'" + text + "' is not a time");
  }
}
