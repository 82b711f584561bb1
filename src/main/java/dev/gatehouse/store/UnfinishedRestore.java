package dev.gatehouse.store;

import module java.base;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.store.files.PrivateFiles;

/**
 * Marker in a data folder while a backup is restored into it. A partial restore is not usable data,
 * and only the same backup may continue it.
 */
public final class UnfinishedRestore {
  private final Path data;
  private final Path mark;

  public UnfinishedRestore(Path data) {
    this.data = data;
    this.mark = data.resolve("restore-unfinished");
  }

  /** Returns the backup that was being restored here; empty without an unfinished restore. */
  public Optional<String> backup() throws IOException {
    try {
      return Optional.of(Files.readString(mark).strip());
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  /**
   * Rejects a folder with an unfinished restore.
   *
   * @throws IllegalStateException that describes how to complete the restore
   */
  public void mustNotBe() throws IOException {
    Optional<String> backup = backup();
    if (backup.isPresent()) {
      throw new IllegalStateException(
          "a restore into %s was interrupted: run %s restore %s again to resume it"
              .formatted(data, CommandName.get(), backup.get()));
    }
  }

  /** Records which backup will be restored, before any file is written. */
  public void begin(Path backup) throws IOException {
    PrivateFiles.write(mark, backup + "\n");
  }

  /** Records that the restore is complete and on disk. */
  public void end() throws IOException {
    Files.delete(mark);
    PrivateFiles.sync(data);
  }
}
