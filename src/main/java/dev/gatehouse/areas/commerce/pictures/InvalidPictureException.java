package dev.gatehouse.areas.commerce.pictures;

import java.io.IOException;

/** Input that is not a picture, or that exceeds a bound. The message is for the client. */
final class InvalidPictureException extends IOException {
  InvalidPictureException(String message) {
    super(message);
  }
}
