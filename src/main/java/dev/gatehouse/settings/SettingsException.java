package dev.gatehouse.settings;

/** Thrown for a setting that prevents the node's start; the message names the key. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SettingsException(String message) {
    super(message);
  }
}
