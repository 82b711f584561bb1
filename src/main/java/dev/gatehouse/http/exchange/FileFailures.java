package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.BlobsAwayException;
import dev.gatehouse.store.files.DiskFault;
import java.util.Optional;

/** Errors for faults of the disk or object store while a file is received or sent. */
public final class FileFailures {
  private static final int RETRY_SECONDS = 2;

  private FileFailures() {}

  /** Returns the error for a full disk (507), or for a file store that fails or is busy (503). */
  public static Optional<ApiError> of(Throwable problem) {
    if (problem instanceof BlobsAwayException) {
      return Optional.of(busy("the file store is not reachable"));
    }
    return DiskFault.of(problem)
        .map(fault ->
            switch (fault) {
              case FULL -> ApiError.of(ErrorCode.STORAGE_FULL, "no disk space left for uploads");
              case READ_ONLY, FAILED ->
                  busy("the disk cannot be read or written").because(problem.toString());
            });
  }

  private static ApiError busy(String message) {
    return ApiError.busy(ErrorCode.FILE_STORE_UNAVAILABLE, message, RETRY_SECONDS);
  }
}
