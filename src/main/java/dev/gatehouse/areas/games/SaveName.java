package dev.gatehouse.areas.games;

/** The file name that is offered for a download of a save. */
final class SaveName {
  private static final int MAX_LENGTH = 120;
  private static final String UNNAMED = "world.zip";

  private SaveName() {}

  /**
   * Returns the last path segment of the client's file name, without characters that are unsafe in
   * file names.
   */
  static String of(String original) {
    String name =
        original
            .substring(Math.max(original.lastIndexOf('/'), original.lastIndexOf('\\')) + 1)
            // Control characters, and invisible characters that change the direction of text.
            .replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]+", "")
            .strip();
    int end =
        name.offsetByCodePoints(0, Math.min(MAX_LENGTH, name.codePointCount(0, name.length())));
    String cut = name.substring(0, end);
    return cut.isEmpty() || cut.matches("\\.+") ? UNNAMED : cut;
  }
}
