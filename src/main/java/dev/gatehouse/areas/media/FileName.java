package dev.gatehouse.areas.media;

import dev.gatehouse.formats.PlainText;

/**
 * A name that is safe in paths and addresses: {@code [A-Za-z0-9._-]+}, without {@code ..}.
 *
 * @param stem without the extension
 * @param extension with its dot
 */
record FileName(String stem, String extension) {
  private static final int LONGEST = 80;

  /** Returns the safe name that is closest to the client's name for a file. */
  static FileName of(String original, String extension, String otherwise) {
    String stem = original.replaceFirst("(?i)\\.[a-z0-9]{1,5}$", "");
    String safe =
        PlainText.unaccented(stem)
            .replaceAll("[^A-Za-z0-9._-]+", "-")
            .replaceAll("\\.{2,}", ".")
            .replaceAll("^[.-]+|[.-]+$", "");
    String cut = safe.substring(0, Math.min(LONGEST, safe.length()));
    return new FileName(PlainText.defaultIfEmpty(cut, otherwise), extension);
  }

  /** Returns the unchanged name for 1, and {@code name-2.wav} and so on for higher numbers. */
  String numbered(int number) {
    return number == 1 ? stem + extension : stem + "-" + number + extension;
  }

  /** Returns a lower bound of all numbered names in name order. */
  String firstNumbered() {
    return stem + '-';
  }

  /** Returns an upper bound of all numbered names in name order. */
  String afterNumbered() {
    return stem + (char) ('-' + 1);
  }
}
