package dev.gatehouse.formats;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/** The form that times have in headers: whole seconds, GMT. */
public final class HttpDate {
  /** RFC 9110 wants the day in two digits, which the JDK's RFC 1123 format does not give. */
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private HttpDate() {}

  public static String text(Instant instant) {
    return WRITTEN.format(instant);
  }

  /** Empty where the text is no such date. */
  public static Optional<Instant> parse(String text) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip())));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
