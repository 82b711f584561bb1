package dev.gatehouse.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One group of settings, read key by key. Every key that is read is ticked off, so that a setting
 * that is documented but that nothing reads is noticed when the node starts.
 */
public final class Section {
  private static final String WEB_ADDRESS = "https?://[^\\s/]+(/\\S*)?";

  private final String name;
  private final Map<String, String> values;
  private final Map<String, Path> files;
  private final Set<String> read;

  /**
   * @param name of the group; empty for the keys that stand in none
   * @param values all settings by their whole key
   * @param files that values were read from, by the whole key
   * @param read whole keys that have been read; this group adds to it
   */
  Section(String name, Map<String, String> values, Map<String, Path> files, Set<String> read) {
    this.name = name;
    this.values = values;
    this.files = files;
    this.read = read;
  }

  /** The whole key, as messages name it. */
  public String key(String key) {
    return name.isEmpty() ? key : name + '.' + key;
  }

  /** The value as it stands; empty where nothing is set. */
  public String text(String key) {
    String whole = key(key);
    String value = values.get(whole);
    if (value == null) {
      throw new IllegalStateException("conf/gatehouse.yaml does not document " + whole);
    }
    read.add(whole);
    return value;
  }

  /** A text that matches a pattern; the message goes on behind the key: "must be …". */
  public String text(String key, String pattern, String message) {
    String value = text(key);
    Check.that(value.matches(pattern), key(key) + ' ' + message);
    return value;
  }

  /** The entries of a comma-separated list. */
  public List<String> list(String key) {
    return Arrays.stream(text(key).split(","))
        .map(String::strip)
        .filter(entry -> !entry.isEmpty())
        .toList();
  }

  /** A whole number of at least {@code min}. */
  public int number(String key, int min) {
    int number = number(key);
    Check.that(number >= min, key(key) + " must be " + min + " or more");
    return number;
  }

  /** A TCP port; 0 takes a free one. */
  public int port(String key) {
    int port = number(key);
    Check.port(key(key), port);
    return port;
  }

  private int number(String key) {
    String text = text(key).strip();
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new SettingsException(key(key) + " must be a whole number");
    }
  }

  /** {@code true} or {@code false}. */
  public boolean flag(String key) {
    String text = text(key).strip();
    Check.that(text.equals("true") || text.equals("false"), key(key) + " must be true or false");
    return text.equals("true");
  }

  /** A duration, written {@code 30s} for example. */
  public Duration duration(String key) {
    try {
      return Durations.parse(text(key));
    } catch (SettingsException e) {
      throw new SettingsException(key(key) + ": " + e.getMessage());
    }
  }

  /** An amount of bytes, written {@code 64KB} for example. */
  public Size size(String key) {
    try {
      return Size.of(text(key));
    } catch (SettingsException e) {
      throw new SettingsException(key(key) + ": " + e.getMessage());
    }
  }

  /** A minimum transfer rate, written {@code 64KB/30s} for example. */
  public TransferRate rate(String key) {
    try {
      return TransferRate.of(text(key));
    } catch (SettingsException e) {
      throw new SettingsException(key(key) + ": " + e.getMessage());
    }
  }

  /** A web address, or empty. */
  public String url(String key) {
    String url = text(key);
    Check.that(
        url.isEmpty() || url.matches(WEB_ADDRESS), key(key) + " must be an http or https address");
    return url;
  }

  /** A secret of at least {@code length} printable characters, or empty. */
  public String secret(String key, int length) {
    String secret = text(key);
    Check.secret(key(key), secret, length);
    return secret;
  }

  /** The same, renewed while the node runs where a file holds it. */
  public LiveSecret liveSecret(String key, int length) {
    return new LiveSecret(key(key), text(key), Optional.ofNullable(files.get(key(key))), length);
  }

  /** A text of at least {@code length} printable characters that people choose, or empty. */
  public String printable(String key, int length) {
    String text = text(key);
    Check.printable(key(key), text, length);
    return text;
  }

  /** One of a few words. */
  public String choice(String key, String... words) {
    String word = text(key);
    String last = words[words.length - 1];
    String first = String.join(", ", Arrays.copyOf(words, words.length - 1));
    Check.that(List.of(words).contains(word), key(key) + " must be " + first + " or " + last);
    return word;
  }

  /** A file or folder. */
  public Path path(String key) {
    return Path.of(text(key));
  }
}
