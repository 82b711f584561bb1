package dev.gatehouse.settings;

import module java.base;

/**
 * Parser for durations such as {@code 500ms}, {@code 30s}, {@code 10m}, {@code 24h} or {@code 30d}.
 */
public final class Durations {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})\\s*(ms|s|m|h|d)");

  private Durations() {}

  /**
   * Parses a duration.
   *
   * @throws SettingsException if the text is not a valid duration
   */
  public static Duration parse(String text) {
    var match = TEXT.matcher(text.strip());
    if (!match.matches()) {
      throw new SettingsException("not a duration: " + text + " (write 30s, 10m, 24h or 30d)");
    }
    long amount = Long.parseLong(match.group(1));
    return switch (match.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }
}
