package dev.gatehouse.store.files;

import module java.base;

/**
 * Disk space that bulk writes leave free, so that documents can always be written.
 *
 * @param bytes bytes that must remain free
 * @param usable returns the free bytes
 */
public record DiskSpaceGuard(long bytes, LongSupplier usable) {
  /** Returns the reserve of the disk that contains an existing folder. */
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

  /** Returns whether this number of additional bytes fits without using the reserve. */
  public boolean allows(long more) {
    return usable.getAsLong() - bytes >= more;
  }

  public void require(long more) throws NoSpaceException {
    if (!allows(more)) {
      throw new NoSpaceException("less than " + bytes + " bytes would be left on the disk", null);
    }
  }

  /**
   * Returns a {@link NoSpaceException} if the failure means that the disk or the quota is full,
   * otherwise the failure itself.
   */
  public IOException typed(IOException failure) {
    if (failure instanceof NoSpaceException) {
      return failure;
    }
    // The operating system's message is localized, so the free space is checked too.
    boolean full =
        DiskFault.of(failure).filter(DiskFault.FULL::equals).isPresent() || usable.getAsLong() == 0;
    return full ? new NoSpaceException("the disk is full", failure) : failure;
  }
}
