package dev.gatehouse.formats;

import module java.base;

/** Format of times in headers: whole seconds in GMT. */
public final class HttpDate {
  /** Years of two digits are those from 1970 to 2069. */
  private static final int FIRST_YEAR = 1970;

  /** RFC 9110 requires a two-digit day, unlike the JDK's RFC 1123 format. */
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final List<DateTimeFormatter> READ =
      List.of(
          DateTimeFormatter.RFC_1123_DATE_TIME.withResolverStyle(ResolverStyle.STRICT),
          form(
              new DateTimeFormatterBuilder()
                  .appendPattern("EEEE, dd-MMM-")
                  .appendValueReduced(ChronoField.YEAR, 2, 2, FIRST_YEAR)
                  .appendPattern(" HH:mm:ss 'GMT'")),
          form(new DateTimeFormatterBuilder().appendPattern("EEE MMM ppd HH:mm:ss uuuu")));

  private HttpDate() {}

  public static String text(Instant instant) {
    return WRITTEN.format(instant);
  }

  /** Parses a date in one of the three forms of RFC 9110, section 5.6.7; empty if it is invalid. */
  public static Optional<Instant> parse(String text) {
    for (DateTimeFormatter form : READ) {
      try {
        return Optional.of(Instant.from(form.parse(text.strip())));
      } catch (DateTimeParseException e) {
        continue;
      }
    }
    return Optional.empty();
  }

  private static DateTimeFormatter form(DateTimeFormatterBuilder builder) {
    return builder
        .toFormatter(Locale.US)
        .withResolverStyle(ResolverStyle.STRICT)
        .withZone(ZoneOffset.UTC);
  }
}
