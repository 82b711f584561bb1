package dev.gatehouse.settings;

import java.time.Duration;

/**
 * The settings of stored files.
 *
 * @param dir empty for the usual place
 * @param trash how long files that no document names are kept
 */
record BlobSettings(String dir, Duration trash) {
  private static final Duration MIN_TRASH = Duration.ofDays(1);

  static BlobSettings read(Section own) {
    Duration trash = own.duration("trashRetention");
    Check.that(
        trash.compareTo(MIN_TRASH) >= 0, own.key("trashRetention") + " must be a day or more");
    return new BlobSettings(own.text("dir"), trash);
  }
}
