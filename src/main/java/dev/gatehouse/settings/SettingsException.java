package dev.gatehouse.settings;

/** A setting that the node cannot start with; the message names the key. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SettingsException(String message) {
    super(message);
  }
}
