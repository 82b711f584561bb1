package dev.gatehouse.settings;

/**
 * Mistake in the settings.
 *
 * @param message names the key, the problem and, if known, the remedy
 * @param file where the setting is; empty if it is not in a file
 * @param line of the setting in the file, counted from 1; 0 without a file
 * @param variable environment variable that sets it; empty if none does
 */
public record SettingMistake(String message, String file, int line, String variable) {
  /** Separates a message from the suggestion of another name. */
  static final String HINT = ": did you mean ";

  static final String UNKNOWN = "unknown setting ";
  static final String VARIABLE = " in the environment";

  /** Returns the place and the message on one line. */
  public String text() {
    if (!file.isEmpty()) {
      return file + ':' + line + ": " + message;
    }
    return variable.isEmpty() || message.contains(variable) ? message : variable + ": " + message;
  }
}
