package dev.gatehouse.bus;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Formatter for times in UTC with milliseconds, {@code 2026-11-21T22:15:49.123Z}. It writes digits
 * directly, because nearly every reply contains a time and a DateTimeFormatter takes several times
 * as long.
 */
final class InstantText {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final byte[] BLANK =
      "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.US_ASCII);
  private static final int LAST_YEAR = 9_999;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private InstantText() {}

  static String of(Instant instant) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
    if (time.getYear() < 0 || time.getYear() > LAST_YEAR) {
      return FORMAT.format(instant);
    }
    byte[] text = BLANK.clone();
    digits(text, 3, time.getYear());
    digits(text, 6, time.getMonthValue());
    digits(text, 9, time.getDayOfMonth());
    digits(text, 12, time.getHour());
    digits(text, 15, time.getMinute());
    digits(text, 18, time.getSecond());
    digits(text, 22, time.getNano() / NANOS_PER_MILLI);
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /** Writes a number over the zeros that end at {@code last}. */
  private static void digits(byte[] text, int last, int number) {
    for (int at = last, left = number; left > 0; at--, left /= 10) {
      text[at] = (byte) ('0' + left % 10);
    }
  }
}
