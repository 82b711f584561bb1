package dev.gatehouse.store.sqlite;

/** The codes by which replies say why a command failed: MongoDB's own. */
enum MongoErrorCode {
  INTERNAL_ERROR(1, "InternalError"),
  /** The file can't be written or read; nothing was done. */
  FILE_STREAM_FAILED(39, "FileStreamFailed"),
  /** Nobody knows whether it was done. */
  WRITE_CONCERN_FAILED(64, "WriteConcernFailed"),
  DUPLICATE_KEY(11000, "DuplicateKey"),
  OUT_OF_DISK_SPACE(14031, "OutOfDiskSpace");

  final int number;
  final String words;

  MongoErrorCode(int number, String words) {
    this.number = number;
    this.words = words;
  }

  static MongoErrorCode of(StoreFailure failure) {
    if (failure.isUncertain()) {
      return WRITE_CONCERN_FAILED;
    }
    if (failure.isDiskFull()) {
      return OUT_OF_DISK_SPACE;
    }
    return failure.isOfTheSystem() ? FILE_STREAM_FAILED : INTERNAL_ERROR;
  }
}
