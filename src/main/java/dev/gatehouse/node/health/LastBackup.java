package dev.gatehouse.node.health;

import dev.gatehouse.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The note of the last backup that went through, in the data folder. Its time is that of the file.
 *
 * @param folder that it was taken into
 */
public record LastBackup(Instant at, String folder) {
  private static final String NAME = "last-backup";
  private static final int MAX_BYTES = 10_000;

  /** Notes that a backup has just gone through. */
  public static void note(Path data, Path folder) throws IOException {
    Files.writeString(PrivateFiles.made(data.resolve(NAME)), folder.toAbsolutePath() + "\n");
  }

  /** The last one; empty if there was none, or of another program's file. */
  public static Optional<LastBackup> of(Path data) throws IOException {
    Path note = data.resolve(NAME);
    try {
      return Files.size(note) > MAX_BYTES
          ? Optional.empty()
          : Optional.of(
              new LastBackup(
                  Files.getLastModifiedTime(note).toInstant(), Files.readString(note).strip()));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }
}
