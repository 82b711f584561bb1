package dev.gatehouse.store;

import dev.gatehouse.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * The mark in a data folder into which a backup is being put: half of one is no node's data, and
 * only the same backup may be put there again.
 */
public final class UnfinishedRestore {
  private final Path data;
  private final Path mark;

  public UnfinishedRestore(Path data) {
    this.data = data;
    this.mark = data.resolve("restore-unfinished");
  }

  /** The backup that was being put here. */
  public Optional<String> backup() throws IOException {
    try {
      return Optional.of(Files.readString(mark).strip());
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  /**
   * Refuses to go on with half of a backup.
   *
   * @throws IllegalStateException that says how it becomes whole
   */
  public void mustNotBe() throws IOException {
    Optional<String> backup = backup();
    if (backup.isPresent()) {
      throw new IllegalStateException(
          "a restore into "
              + data
              + " was interrupted: run scripts/gatehouse restore "
              + backup.get()
              + " again, which goes on where it was");
    }
  }

  /** Notes, before anything is put here, which backup that will be. */
  public void begin(Path backup) throws IOException {
    Path draft = PrivateFiles.made(mark.resolveSibling(mark.getFileName() + ".new"));
    Files.writeString(draft, backup + "\n");
    PrivateFiles.sync(draft);
    Files.move(draft, mark, StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.sync(data);
  }

  /** Notes that all of it is here and on the disk. */
  public void end() throws IOException {
    Files.delete(mark);
    PrivateFiles.sync(data);
  }
}
