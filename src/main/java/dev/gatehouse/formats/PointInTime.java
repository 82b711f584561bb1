package dev.gatehouse.formats;

import module java.base;

/**
 * Parser for dates and date-times in ISO 8601, with {@code T} or a space, with an offset or in UTC,
 * in the extended or the basic form (20260131T093000Z), with a decimal point or comma. It
 * implements the contract's format {@code point-in-time}.
 */
public final class PointInTime {
  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern LOCAL =
      Pattern.compile(DAY + "T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?");
  private static final Pattern BASIC =
      Pattern.compile("([0-9]{4})([0-9]{2})([0-9]{2})(T([0-9]{2})([0-9]{2})([0-9]{2})?(.*))?");
  private static final Pattern SHORT_OFFSET = Pattern.compile("([+-][0-9]{2})([0-9]{2})?$");

  /** An offset whose plus sign was not encoded in a URL. No other form has a space there. */
  private static final Pattern LOST_PLUS =
      Pattern.compile("(:[0-9]{2}(?:\\.[0-9]{1,9})?) ([0-9]{2}:?[0-9]{2})$");

  private PointInTime() {}

  /**
   * Returns the first instant of the given time; null for null.
   *
   * @throws DateTimeException if the text is invalid
   */
  public static Instant first(String text) {
    if (text == null) {
      return null;
    }
    String iso = extended(text);
    if (DAY.matcher(iso).matches()) {
      return LocalDate.parse(iso).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    if (LOCAL.matcher(iso).matches()) {
      return LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    }
    return OffsetDateTime.parse(withMinutes(iso)).toInstant();
  }

  /** Returns the extended form with T and a decimal point. */
  private static String extended(String text) {
    String time = LOST_PLUS.matcher(text.strip().replace(',', '.')).replaceFirst("$1+$2");
    time = time.replaceFirst("[ t]", "T").replace(" ", "");
    Matcher basic = BASIC.matcher(time);
    if (!basic.matches()) {
      return time;
    }
    String date = basic.group(1) + '-' + basic.group(2) + '-' + basic.group(3);
    if (basic.group(4) == null) {
      return date;
    }
    String seconds = Objects.requireNonNullElse(basic.group(7), "00");
    return date + 'T' + basic.group(5) + ':' + basic.group(6) + ':' + seconds + basic.group(8);
  }

  /** Converts ISO offsets with hours only, or without a colon, to the form that Java parses. */
  private static String withMinutes(String iso) {
    Matcher offset = SHORT_OFFSET.matcher(iso);
    if (!offset.find()) {
      return iso;
    }
    String minutes = Objects.requireNonNullElse(offset.group(2), "00");
    return iso.substring(0, offset.start()) + offset.group(1) + ':' + minutes;
  }

  /**
   * Returns the last instant of the given time, which for a date is the end of its day; null for
   * null.
   *
   * @throws DateTimeException if the text is invalid
   */
  public static Instant last(String text) {
    Instant first = first(text);
    if (first != null && DAY.matcher(extended(text)).matches()) {
      return first.plus(1, ChronoUnit.DAYS).minus(1, ChronoUnit.NANOS);
    }
    return first;
  }
}
