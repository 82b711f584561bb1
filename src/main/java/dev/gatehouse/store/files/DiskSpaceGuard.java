package dev.gatehouse.store.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** The part of a disk that bulk writes leave alone, so that the documents can always be written. */
public final class DiskSpaceGuard {
  private final long bytes;
  private final LongSupplier usable;

  /**
   * @param bytes how much must stay free
   * @param usable how much is free now
   */
  public DiskSpaceGuard(long bytes, LongSupplier usable) {
    this.bytes = bytes;
    this.usable = usable;
  }

  /** The reserve of the disk that holds an existing folder. */
  public static DiskSpaceGuard on(Path folder, long bytes) throws IOException {
    FileStore disk = Files.getFileStore(folder);
    return new DiskSpaceGuard(
        bytes,
        () -> {
          try {
            return disk.getUsableSpace();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Returns whether so many more bytes fit beside the reserve. */
  public boolean allows(long more) {
    return usable.getAsLong() - bytes >= more;
  }

  public void require(long more) throws NoSpaceException {
    if (!allows(more)) {
      throw new NoSpaceException("less than " + bytes + " bytes would be left on the disk", null);
    }
  }

  /** The same failure, typed when it means that the disk or the quota is full. */
  public IOException typed(IOException failure) {
    if (failure instanceof NoSpaceException) {
      return failure;
    }
    String message = String.valueOf(failure.getMessage());
    // The operating system's words follow its language, hence the look at the disk itself.
    boolean full =
        message.contains("No space left")
            || message.contains("quota exceeded")
            || usable.getAsLong() == 0;
    return full ? new NoSpaceException("the disk is full", failure) : failure;
  }
}
