package dev.gatehouse.store.files;

import module java.base;

/** Faults of a disk, recognized by the operating system's message of a failed file operation. */
public enum DiskFault {
  /** No space left, or the quota is exceeded. */
  FULL,
  /** The disk is mounted read-only, by its owner or by the system after an error. */
  READ_ONLY,
  /** The disk fails. */
  FAILED;

  private static final List<String> OF_FULL =
      List.of("No space left on device", "Disk quota exceeded", "quota exceeded");
  private static final List<String> OF_FAILED = List.of("Input/output error", "Stale file handle");
  private static final int MAX_CAUSES = 10;

  /** Returns the fault that a problem or one of its causes reports; empty for other problems. */
  public static Optional<DiskFault> of(Throwable problem) {
    Throwable cause = problem;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof NoSpaceException) {
        return Optional.of(FULL);
      }
      if (cause instanceof IOException && cause.getMessage() != null) {
        String message = cause.getMessage();
        if (OF_FULL.stream().anyMatch(message::contains)) {
          return Optional.of(FULL);
        }
        if (message.contains("Read-only file system")) {
          return Optional.of(READ_ONLY);
        }
        if (OF_FAILED.stream().anyMatch(message::contains)) {
          return Optional.of(FAILED);
        }
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }
}
