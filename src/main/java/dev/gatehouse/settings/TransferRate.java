package dev.gatehouse.settings;

import java.time.Duration;

/**
 * A minimum transfer rate, written {@code 64KB/30s}.
 *
 * @param size that must arrive in each window
 * @param window in which it must arrive; positive
 */
public record TransferRate(Size size, Duration window) {

  /**
   * Reads a rate.
   *
   * @throws SettingsException if the text is not a size and a duration
   */
  public static TransferRate of(String text) {
    String[] parts = text.split("/", -1);
    Check.that(parts.length == 2, "not a rate: " + text + " (write 64KB/30s)");
    Duration window = Durations.parse(parts[1].strip());
    Check.that(window.isPositive(), "not a rate: " + text + " (the window must be more than 0)");
    return new TransferRate(Size.of(parts[0].strip()), window);
  }
}
