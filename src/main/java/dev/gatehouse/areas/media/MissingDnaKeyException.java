package dev.gatehouse.areas.media;

import java.io.IOException;

/** Thrown if a sequence was encrypted with a key that this node does not have. */
final class MissingDnaKeyException extends IOException {
  /**
   * @param name name of the key, in hexadecimal
   */
  MissingDnaKeyException(String name) {
    super(
        "encrypted with the key "
            + name
            + ", which this node does not have: add the earlier key to media.dnaKey");
  }
}
