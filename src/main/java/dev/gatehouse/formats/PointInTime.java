package dev.gatehouse.formats;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser for dates and date-times in ISO 8601, with {@code T} or a space, with an offset or in UTC.
 * It implements the contract's format {@code point-in-time}.
 */
public final class PointInTime {
  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern LOCAL =
      Pattern.compile(DAY + "T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?");
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
    String time = text.strip();
    if (DAY.matcher(time).matches()) {
      return LocalDate.parse(time).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    String iso = LOST_PLUS.matcher(time).replaceFirst("$1+$2").replace(' ', 'T');
    if (LOCAL.matcher(iso).matches()) {
      return LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    }
    return OffsetDateTime.parse(withMinutes(iso)).toInstant();
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
    if (first != null && DAY.matcher(text.strip()).matches()) {
      return first.plus(1, ChronoUnit.DAYS).minus(1, ChronoUnit.NANOS);
    }
    return first;
  }
}
