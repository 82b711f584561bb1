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
    Instant createdAt) {
  /** Stored bytes. */
  record Stored(String blob, long size, String sha256) {}
}
