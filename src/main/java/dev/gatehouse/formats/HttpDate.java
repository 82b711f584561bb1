package dev.gatehouse.formats;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/** Format of times in headers: whole seconds in GMT. */
public final class HttpDate {
  /** RFC 9110 requires a two-digit day, unlike the JDK's RFC 1123 format. */
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private HttpDate() {}

  public static String text(Instant instant) {
    return WRITTEN.format(instant);
  }

  /** Parses a header's date; empty if it is invalid. */
  public static Optional<Instant> parse(String text) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip())));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
