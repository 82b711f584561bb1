package dev.gatehouse.settings;

import module java.base;

/** Number of bytes, written as {@code 64KB} or as a plain number. */
public record Size(long bytes) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,15})\\s*([KMG]?B)?");

  /**
   * Parses a size.
   *
   * @throws SettingsException if the text is not a valid size, or the size is too large
   */
  public static Size of(String text) {
    var match = TEXT.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (!match.matches()) {
      throw new SettingsException("not a size: " + text + " (write 64KB, 500MB or 4GB)");
    }
    try {
      return new Size(Math.multiplyExact(Long.parseLong(match.group(1)), unit(match.group(2))));
    } catch (ArithmeticException e) {
      throw new SettingsException("not a size: " + text + " is too large");
    }
  }

  private static long unit(String name) {
    return switch (name) {
      case "KB" -> 1L << 10;
      case "MB" -> 1L << 20;
      case "GB" -> 1L << 30;
      case null, default -> 1;
    };
  }
}
