package dev.gatehouse.settings;

/** Thrown for a setting that prevents the node's start; the message names the key. */
public final class SettingsException extends RuntimeException {
  public SettingsException(String message) {
    super(message);
  }
}
