package dev.gatehouse.formats;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A date or date-time as callers write it: ISO 8601, with {@code T} or a space, with an offset or
 * in UTC. The contract's format {@code point-in-time}.
 */
public final class PointInTime {
  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern LOCAL =
      Pattern.compile(DAY + "T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?");
  private static final Pattern SHORT_OFFSET = Pattern.compile("([+-][0-9]{2})([0-9]{2})?$");

  private PointInTime() {}

  /**
   * The first moment that is meant; null for null.
   *
   * @throws DateTimeException when the text is none
   */
  public static Instant first(String text) {
    if (text == null) {
      return null;
    }
    String time = text.strip();
    if (DAY.matcher(time).matches()) {
      return LocalDate.parse(time).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    String iso = time.replace(' ', 'T');
    if (LOCAL.matcher(iso).matches()) {
      return LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    }
    return OffsetDateTime.parse(withMinutes(iso)).toInstant();
  }

  /** ISO's offsets of hours alone, and without a colon, as Java reads them. */
  private static String withMinutes(String iso) {
    Matcher offset = SHORT_OFFSET.matcher(iso);
    if (!offset.find()) {
      return iso;
    }
    String minutes = offset.group(2) == null ? "00" : offset.group(2);
    return iso.substring(0, offset.start()) + offset.group(1) + ':' + minutes;
  }

  /**
   * The last moment that is meant: a date includes its day; null for null.
   *
   * @throws DateTimeException when the text is none
   */
  public static Instant last(String text) {
    Instant first = first(text);
    return first != null && DAY.matcher(text.strip()).matches()
        ? first.plus(1, ChronoUnit.DAYS).minus(1, ChronoUnit.MICROS)
        : first;
  }
}
