package dev.gatehouse.areas.codehost;

import module java.base;

/** Colors of programming languages. The provider's REST API does not return them. */
record LanguageColors(Map<String, String> colors) {
  private static final String TABLE = "/codehost/language-colors.tsv";
  private static final String UNKNOWN = "#8b8b8b";

  /** Loads the table that is part of the release. */
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

  /** Returns a language's color as {@code #rrggbb}, or a grey for an unknown language. */
  String of(String language) {
    return colors.getOrDefault(language, UNKNOWN);
  }
}
