package dev.gatehouse.store.sqlite;

/** The codes by which replies say why a command failed: MongoDB's own. */
enum StoreErrorCode {
  INTERNAL_ERROR(1, "InternalError"),
  /** The file cannot be written or read, and nothing was changed. */
  FILE_STREAM_FAILED(39, "FileStreamFailed"),
  /** The outcome is unknown. */
  WRITE_CONCERN_FAILED(64, "WriteConcernFailed"),
  DUPLICATE_KEY(11000, "DuplicateKey"),
  OUT_OF_DISK_SPACE(14031, "OutOfDiskSpace");

  final int number;
  final String words;

  StoreErrorCode(int number, String words) {
    this.number = number;
    this.words = words;
  }

  static StoreErrorCode of(StoreFailure failure) {
    if (failure.isUncertain()) {
      return WRITE_CONCERN_FAILED;
    }
    if (failure.isDiskFull()) {
      return OUT_OF_DISK_SPACE;
    }
    return failure.isOfTheSystem() ? FILE_STREAM_FAILED : INTERNAL_ERROR;
  }
}
