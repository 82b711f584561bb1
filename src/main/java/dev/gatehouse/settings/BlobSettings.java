package dev.gatehouse.settings;

import java.time.Duration;

/**
 * Settings of stored files.
 *
 * @param dir empty for the default folder
 * @param trash retention of files that no document names
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
