package dev.gatehouse.settings;

import module java.base;

/** Conditions for settings. The message names the key. */
public final class Check {
  private static final int MAX_PORT = 65_535;

  /** Soft hyphen, zero-width space, word joiner and byte order mark, which copied texts contain. */
  private static final Pattern INVISIBLE = Pattern.compile("[\\u00ad\\u200b\\u2060\\ufeff]");

  private Check() {}

  /** Throws with the message unless the condition holds, so that the node does not start. */
  public static void that(boolean holds, String message) {
    if (!holds) {
      throw new SettingsException(message);
    }
  }

  /** Throws with a message that takes long to make. */
  static void that(boolean holds, Supplier<String> message) {
    if (!holds) {
      throw new SettingsException(message.get());
    }
  }

  static void port(String key, int port) {
    that(port >= 0 && port <= MAX_PORT, key + " must be a port, 0 to 65535");
  }

  static void step(String key, String step) {
    if (!step.equals("permanent")) {
      try {
        Durations.parse(step);
      } catch (SettingsException e) {
        throw new SettingsException(key + ": " + e.getMessage());
      }
    }
  }

  /** Checks the host and port of a server's URL, which may be empty. */
  static void server(String key, String url) {
    URI parsed;
    try {
      parsed = URI.create(url);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(
          key + " has a special character that must be percent-encoded, such as %40 for @");
    }
    that(
        url.isEmpty()
            || (parsed.getHost() != null
                && parsed.getPort() <= MAX_PORT
                && !parsed.getRawAuthority().endsWith(":")),
        key + " has no valid host and port: a host has letters, digits, dots and hyphens");
  }

  /** Checks an address to listen on. */
  static void host(String key, String host) {
    that(
        host.matches("[A-Za-z0-9._-]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%\\w+)?")
            && !host.matches("[^:]+:\\d+"),
        key + " must be an address without scheme, port and brackets, such as 127.0.0.1");
  }

  /** Checks roughly that a text is an address or CIDR. The security package parses it strictly. */
  static void block(String key, String block) {
    that(
        block.matches("[0-9a-fA-F:.]{2,45}(/[0-9]{1,3})?"),
        key + ": " + block + " is not an address or CIDR");
  }

  /**
   * Checks a text that people choose. Surrounding blanks are rejected, because headers would drop
   * them.
   */
  static void printable(String key, String text, int length) {
    that(
        !INVISIBLE.matcher(text).find(),
        key + " contains an invisible character such as a zero-width space: type it again");
    that(
        text.isEmpty()
            || (text.codePointCount(0, text.length()) >= length
                && text.equals(text.strip())
                && text.codePoints().noneMatch(Character::isISOControl)),
        "%s must be %s or more printable characters without leading or trailing spaces"
            .formatted(key, length));
  }

  static void secret(String key, String secret, int length) {
    that(
        secret.isEmpty()
            || (secret.length() >= length && secret.chars().allMatch(c -> c > ' ' && c < 0x7f)),
        key + " must be " + length + " or more printable characters without blanks");
  }
}
