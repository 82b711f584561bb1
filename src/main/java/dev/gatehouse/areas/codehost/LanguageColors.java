package dev.gatehouse.areas.codehost;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** The colours that programming languages are shown in; the provider's REST API tells none. */
final class LanguageColors {
  private static final String TABLE = "/codehost/language-colors.tsv";
  private static final String UNKNOWN = "#8b8b8b";

  private final Map<String, String> colors;

  private LanguageColors(Map<String, String> colors) {
    this.colors = colors;
  }

  /** The table that is shipped with the program. */
  static LanguageColors bundled() {
    try (InputStream in = LanguageColors.class.getResourceAsStream(TABLE)) {
      return new LanguageColors(
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(line -> line.split("\t"))
              .collect(Collectors.toUnmodifiableMap(row -> row[0], row -> row[1])));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A language's colour as {@code #rrggbb}; a grey of those that have none. */
  String of(String language) {
    return colors.getOrDefault(language, UNKNOWN);
  }
}
