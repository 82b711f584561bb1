package dev.gatehouse.settings;

import module java.base;

import dev.gatehouse.formats.PlainText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Secret that can change while the node runs: if it comes from a file, the file is read on each
 * use. If the file is unreadable or contains no valid secret, the previous value is kept.
 */
public final class LiveSecret {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSecret.class);

  private final String key;
  private final int length;
  private final Optional<Path> file;
  private final AtomicReference<String> known;

  /**
   * @param key full key, for messages
   * @param value value at startup; may be empty
   * @param file file that contains it, if any
   * @param length minimum number of characters
   */
  LiveSecret(String key, String value, Optional<Path> file, int length) {
    this.key = key;
    this.length = length;
    this.file = file;
    this.known = new AtomicReference<>(value);
    Check.secret(key, value, length);
  }

  /** Returns the current secret; empty if none is set. Reads a small file. */
  public String get() {
    file.flatMap(this::read).ifPresent(known::set);
    return known.get();
  }

  private Optional<String> read(Path from) {
    try {
      String value = PlainText.withoutStart("\ufeff", Files.readString(from)).strip();
      Check.secret(key, value, length);
      return value.isEmpty() ? Optional.empty() : Optional.of(value);
    } catch (IOException | SettingsException unusable) {
      LOG.warn("refresh of {} failed, keeping previous data: {}", key, unusable.getMessage());
      return Optional.empty();
    }
  }
}
