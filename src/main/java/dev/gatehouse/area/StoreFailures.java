package dev.gatehouse.area;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.StoreFullException;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.store.blobs.BlobsAwayException;
import dev.gatehouse.store.files.DiskFault;
import dev.gatehouse.store.files.NoSpaceException;
import java.util.Optional;

/** Replies to clients when an area's store fails. */
public final class StoreFailures {
  private static final int RETRY_SECONDS = 2;

  private StoreFailures() {}

  /** Returns the reply for a failure of documents or blobs; empty for any other problem. */
  public static Optional<ApiError> answer(Throwable problem) {
    return switch (problem) {
      // The store logs this failure itself, once instead of for each request.
      case StoreAwayException away ->
          Optional.of(
              ApiError.busy(
                  ErrorCode.STORE_UNAVAILABLE,
                  "the document store is not available",
                  RETRY_SECONDS));
      case StoreFullException full ->
          Optional.of(ApiError.of(ErrorCode.STORAGE_FULL, "no disk space left"));
      case BlobsAwayException away ->
          Optional.of(
              ApiError.busy(
                  ErrorCode.FILE_STORE_UNAVAILABLE,
                  "the file store is not reachable",
                  RETRY_SECONDS));
      case NoSpaceException full ->
          Optional.of(ApiError.of(ErrorCode.STORAGE_FULL, "no disk space left for uploads"));
      case UnknownOutcomeException unknown ->
          Optional.of(
              ApiError.unknown("unknown outcome: the store did not confirm the write")
                  .because(unknown.getMessage()));
      default -> DiskFault.of(problem).map(fault -> answer(fault, problem));
    };
  }

  /** Returns the reply for a disk that is full or fails. */
  private static ApiError answer(DiskFault fault, Throwable problem) {
    ApiError reply =
        switch (fault) {
          case FULL -> ApiError.of(ErrorCode.STORAGE_FULL, "no disk space left");
          case READ_ONLY, FAILED ->
              ApiError.busy(
                  ErrorCode.FILE_STORE_UNAVAILABLE,
                  "the disk cannot be read or written",
                  RETRY_SECONDS);
        };
    return reply.because(problem.toString());
  }
}
