package dev.gatehouse.node.health;

import module java.base;

import dev.gatehouse.store.files.PrivateFiles;

/**
 * Marker file of the last successful backup, in the data folder. The file's modification time is
 * the backup's time.
 *
 * @param folder the backup's folder, or its URL in an object store
 */
public record LastBackup(Instant at, String folder) {
  private static final String NAME = "last-backup";
  private static final int MAX_BYTES = 10_000;

  /** Records that a backup has just succeeded. */
  public static void note(Path data, Path folder) throws IOException {
    note(data, folder.toAbsolutePath().toString());
  }

  /**
   * Records that a backup has just succeeded.
   *
   * @param place its folder, or its URL in an object store
   */
  public static void note(Path data, String place) throws IOException {
    Files.writeString(PrivateFiles.made(data.resolve(NAME)), place + "\n");
  }

  /** Returns the last backup. Empty if there was none, or if another program wrote the file. */
  public static Optional<LastBackup> of(Path data) throws IOException {
    Path note = data.resolve(NAME);
    try {
      if (Files.size(note) > MAX_BYTES) {
        return Optional.empty();
      }
      return Optional.of(
          new LastBackup(
              Files.getLastModifiedTime(note).toInstant(), Files.readString(note).strip()));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }
}
