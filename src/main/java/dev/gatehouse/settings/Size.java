package dev.gatehouse.settings;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** An amount of bytes, written {@code 64KB} or plainly. */
public record Size(long bytes) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,15})\\s*([KMG]?B)?");
  private static final Map<String, Long> UNITS =
      Map.of("B", 1L, "KB", 1L << 10, "MB", 1L << 20, "GB", 1L << 30);

  @JsonCreator
  public static Size of(String text) {
    var match = TEXT.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (!match.matches()) {
      throw new SettingsException("not a size: " + text + " (write 64KB, 500MB or 4GB)");
    }
    return new Size(
        Math.multiplyExact(
            Long.parseLong(match.group(1)),
            UNITS.get(match.group(2) == null ? "B" : match.group(2))));
  }
}
