package dev.gatehouse.areas.games;

/** The name under which a save is offered for saving. */
final class SaveName {
  private static final int MAX_LENGTH = 120;
  private static final String UNNAMED = "world.zip";

  private SaveName() {}

  /** The last part of what a client called its file, without what no file name should hold. */
  static String of(String original) {
    String name =
        original
            .substring(Math.max(original.lastIndexOf('/'), original.lastIndexOf('\\')) + 1)
            // Control characters, and those that are not seen but turn the text around them.
            .replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]+", "")
            .strip();
    int end =
        name.offsetByCodePoints(0, Math.min(MAX_LENGTH, name.codePointCount(0, name.length())));
    String cut = name.substring(0, end);
    return cut.isEmpty() || cut.matches("\\.+") ? UNNAMED : cut;
  }
}
