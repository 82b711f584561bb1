package dev.gatehouse.areas.media;

/**
 * Thrown for bytes that are not a WAV file that players accept. The message gives the reason to the
 * uploader.
 */
public final class NotWavException extends Exception {
  NotWavException(String message) {
    super(message);
  }
}
