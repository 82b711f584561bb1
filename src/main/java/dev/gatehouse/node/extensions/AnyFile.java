package dev.gatehouse.node.extensions;

import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.UploadCheck;

/**
 * The check of an extension's uploads, which accepts any bytes up to a size.
 *
 * @param name the extension's name
 */
record AnyFile(String name, long limit) implements UploadCheck {
  @Override
  public BlobWriter into(BlobWriter stored) {
    return stored;
  }
}
