package dev.gatehouse.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A secret that may be renewed while the node runs: where a file holds it, it is what the file
 * holds at the time. A file that cannot be read, or holds no such secret, changes nothing.
 */
public final class LiveSecret {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSecret.class);

  private final String key;
  private final int length;
  private final Optional<Path> file;
  private final AtomicReference<String> known;

  /**
   * @param key its whole key, as messages name it
   * @param value at the start; may be empty
   * @param file that holds it, if one does
   * @param length characters that it has at least
   */
  LiveSecret(String key, String value, Optional<Path> file, int length) {
    this.key = key;
    this.length = length;
    this.file = file;
    this.known = new AtomicReference<>(value);
    Check.secret(key, value, length);
  }

  /** The secret as it is now; empty where none is set. Reads a small file. */
  public String get() {
    file.flatMap(this::read).ifPresent(known::set);
    return known.get();
  }

  private Optional<String> read(Path from) {
    try {
      String value = Files.readString(from).strip();
      Check.secret(key, value, length);
      return value.isEmpty() ? Optional.empty() : Optional.of(value);
    } catch (IOException | SettingsException unusable) {
      LOG.warn("{} is as it was: {}", key, unusable.getMessage());
      return Optional.empty();
    }
  }
}
