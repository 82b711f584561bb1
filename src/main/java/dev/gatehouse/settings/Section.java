package dev.gatehouse.settings;

import module java.base;

/**
 * Group of settings, read key by key. Every read key is recorded, so that a documented setting that
 * is never read is detected at startup.
 */
public final class Section {
  private static final Set<String> ON = Set.of("true", "yes", "on");
  private static final Set<String> OFF = Set.of("false", "no", "off");

  private final String name;
  private final Map<String, String> values;
  private final Map<String, Path> files;
  private final Set<String> read;

  /**
   * @param name name of the group; empty for top-level keys
   * @param values all settings by their full key
   * @param files files that values were read from, by full key
   * @param read full keys that have been read; this group adds to it
   */
  Section(String name, Map<String, String> values, Map<String, Path> files, Set<String> read) {
    this.name = name;
    this.values = values;
    this.files = files;
    this.read = read;
  }

  /** Returns the full key, for messages. */
  public String key(String key) {
    return name.isEmpty() ? key : name + '.' + key;
  }

  /** Returns the unchanged value; empty if it is not set. */
  public String text(String key) {
    String whole = key(key);
    String value = values.get(whole);
    if (value == null) {
      throw new IllegalStateException("conf/gatehouse.yaml does not document " + whole);
    }
    read.add(whole);
    return value;
  }

  /** Returns a text that must match a pattern. The message follows the key: "must be …". */
  public String text(String key, String pattern, String message) {
    String value = text(key);
    Check.that(value.matches(pattern), key(key) + ' ' + message);
    return value;
  }

  /** Returns a value that must not be empty, which variables of Compose files often are. */
  private String filled(String key) {
    String value = text(key).strip();
    Check.that(!value.isEmpty(), key(key) + " is empty: write a value, or remove the setting");
    return value;
  }

  /** Returns the entries of a comma-separated list. */
  public List<String> list(String key) {
    return Arrays.stream(text(key).split(","))
        .map(String::strip)
        .filter(entry -> !entry.isEmpty())
        .toList();
  }

  /** Returns the entries of a comma-separated list of known words. */
  public List<String> list(String key, Set<String> words) {
    List<String> entries = list(key);
    entries.forEach(entry ->
        Check.that(
            words.contains(entry),
            key(key)
                + " has the unknown entry "
                + entry
                + ": the entries are "
                + String.join(", ", new TreeSet<>(words))));
    return entries;
  }

  /** Returns an integer of at least {@code min}. */
  public int number(String key, int min) {
    int number = number(key);
    Check.that(number >= min, key(key) + " must be " + min + " or more");
    return number;
  }

  /** Returns a TCP port; 0 for any free port. */
  public int port(String key) {
    int port = number(key);
    Check.port(key(key), port);
    return port;
  }

  private int number(String key) {
    String text = filled(key);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new SettingsException(key(key) + " must be a whole number in decimal digits");
    }
  }

  /** Returns a boolean, written {@code true} or {@code false}, or as in YAML 1.1. */
  public boolean flag(String key) {
    String text = filled(key).toLowerCase(Locale.ROOT);
    boolean on = ON.contains(text);
    Check.that(on || OFF.contains(text), key(key) + " must be true or false");
    return on;
  }

  private <T> T parsed(String key, Function<String, T> parser) {
    String text = filled(key);
    try {
      return parser.apply(text);
    } catch (SettingsException e) {
      throw new SettingsException(key(key) + ": " + e.getMessage());
    }
  }

  /** Returns a duration, for example {@code 30s}. */
  public Duration duration(String key) {
    return parsed(key, Durations::parse);
  }

  /** Returns a number of bytes, for example {@code 64KB}. */
  public Size size(String key) {
    return parsed(key, Size::of);
  }

  /** A minimum transfer rate, written {@code 64KB/30s} for example. */
  public TransferRate rate(String key) {
    return parsed(key, TransferRate::of);
  }

  /** Returns a web URL without a user, or an empty text. */
  public String url(String key) {
    String url = urlWithLogin(key);
    Check.that(
        url.isEmpty() || URI.create(url).getRawUserInfo() == null,
        key(key) + " must not contain a user and password, which are not sent");
    return url;
  }

  /** Returns a web URL with names in braces, which values replace later, or an empty text. */
  public String urlTemplate(String key) {
    String url = text(key).strip();
    check(key, url.replaceAll("[{](\\w+)[}]", "$1"));
    return url;
  }

  /** Returns a web URL that may contain a user and password, or an empty text. */
  public String urlWithLogin(String key) {
    String url = text(key).strip();
    check(key, url);
    return url;
  }

  private void check(String key, String url) {
    Check.that(
        url.isEmpty() || url.matches("https?://[^\\s/]+(/\\S*)?"),
        key(key) + " must be an http or https address");
    Check.server(key(key), url);
  }

  /** Returns a secret of at least {@code length} printable characters, or an empty text. */
  public String secret(String key, int length) {
    String secret = text(key);
    Check.secret(key(key), secret, length);
    return secret;
  }

  /**
   * Returns a secret like {@link #secret}, which follows changes of its file while the node runs.
   */
  public LiveSecret liveSecret(String key, int length) {
    return new LiveSecret(key(key), text(key), Optional.ofNullable(files.get(key(key))), length);
  }

  /**
   * Returns a text of at least {@code length} printable characters that people choose, or an empty
   * text.
   */
  public String printable(String key, int length) {
    String text = text(key);
    Check.printable(key(key), text, length);
    return text;
  }

  public String choice(String key, String... words) {
    String word = filled(key);
    String last = words[words.length - 1];
    String first = String.join(", ", Arrays.copyOf(words, words.length - 1));
    Check.that(List.of(words).contains(word), key(key) + " must be " + first + " or " + last);
    return word;
  }

  /** Returns the path of a file or folder. */
  public Path path(String key) {
    String path = text(key);
    Check.that(
        !path.startsWith("~"), key(key) + " begins with ~, which is not expanded: write the path");
    Check.that(!path.startsWith("file:"), key(key) + " is a URL: write the path");
    return Path.of(path);
  }

  /** Returns an address to listen on. */
  public String host(String key) {
    String host = text(key).strip();
    Check.host(key(key), host);
    return host;
  }
}
