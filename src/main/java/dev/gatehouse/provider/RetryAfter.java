package dev.gatehouse.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** The header by which a provider asks for a pause: seconds, or an HTTP date. */
final class RetryAfter {
  private static final Duration LONGEST = Duration.ofHours(24);

  private RetryAfter() {}

  /** The pause asked for, none where the header says nothing that is understood; a day at most. */
  static Duration of(String header, Instant now) {
    if (header == null) {
      return Duration.ZERO;
    }
    Duration pause = parse(header.strip(), now);
    if (pause.isNegative()) {
      return Duration.ZERO;
    }
    return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
  }

  private static Duration parse(String text, Instant now) {
    if (text.matches("[0-9]{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      return Duration.between(now, Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text)));
    } catch (DateTimeParseException e) {
      return Duration.ZERO;
    }
  }
}
