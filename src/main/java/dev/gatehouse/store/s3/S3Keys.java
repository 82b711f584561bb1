package dev.gatehouse.store.s3;

import dev.gatehouse.store.blobs.BlobId;

/** Keys of objects in the bucket. */
final class S3Keys {
  static final String BLOBS = "blobs/";
  static final String TRASH = "trash/";
  static final String IDENTITY = "identity";

  private S3Keys() {}

  static String blob(String id) {
    return BLOBS + BlobId.checked(id);
  }
}
