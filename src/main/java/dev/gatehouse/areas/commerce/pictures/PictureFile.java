package dev.gatehouse.areas.commerce.pictures;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/**
 * File of a picture in one width.
 *
 * @param id of the picture, with width and height
 * @param picture id of the picture
 * @param product id of the product
 * @param name of the picture among those of the product
 */
record PictureFile(
    String id,
    String picture,
    String product,
    String name,
    @JsonUnwrapped Stored stored,
    @JsonUnwrapped Times times) {
  /**
   * Times of a file.
   *
   * @param hiddenSince time at which it was first seen that the product does not show the picture;
   *     null while it does
   */
  record Times(Instant createdAt, Instant hiddenSince) {}

  /** Stored bytes. */
  record Stored(String blob, long size, String sha256) {}
}
