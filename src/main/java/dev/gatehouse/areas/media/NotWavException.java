package dev.gatehouse.areas.media;

/** The bytes are no WAV file that players take; the message says why, in words for the uploader. */
public final class NotWavException extends Exception {
  NotWavException(String message) {
    super(message);
  }
}
