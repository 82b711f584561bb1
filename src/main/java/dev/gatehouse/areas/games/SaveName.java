package dev.gatehouse.areas.games;

import java.util.regex.Pattern;

/** The file name that is offered for a download of a save. */
final class SaveName {
  private static final int MAX_LENGTH = 255;
  private static final String UNNAMED = "world.zip";

  private static final Pattern EXTENSION = Pattern.compile("(?s).*?(\\.\\w{1,8}|)$");

  private SaveName() {}

  /**
   * Returns the client's file name without characters that are unsafe in file names. A long name
   * keeps its extension.
   */
  static String of(String original) {
    String name =
        original
            // Control characters, and invisible characters that change the direction of text.
            .replaceAll("[\\p{Cc}\\p{Cs}\\u2028-\\u202E\\u2066-\\u2069]+", "")
            .strip();
    String extension = EXTENSION.matcher(name).replaceFirst("$1");
    String stem = name.substring(0, name.length() - extension.length());
    int room = MAX_LENGTH - extension.length();
    int end = stem.offsetByCodePoints(0, Math.min(room, stem.codePointCount(0, stem.length())));
    return name.matches("\\.*") ? UNNAMED : stem.substring(0, end) + extension;
  }
}
